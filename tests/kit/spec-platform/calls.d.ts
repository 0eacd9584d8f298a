/** A request as the second platform reads it. */
export interface SpecRequest {
    readonly query: URLSearchParams;
    readonly body: Record<string, unknown>;
    readonly account: string | undefined;
    readonly sessions: SpecSessions;
}
export interface SpecSessions {
    readonly passwords: Map<string, string>;
    readonly tokens: Map<string, string>;
}
export interface SpecCall {
    readonly method: string;
    readonly path: string;
    readonly token: boolean;
    /** The site cannot run without it. */
    readonly essential: boolean;
    answer(request: SpecRequest): unknown;
}
/** A refusal in the envelope of the platform. */
export declare class SpecRefusal extends Error {
    readonly captcha: boolean;
    constructor(message: string, captcha?: boolean);
}
/** The calls that the specification names by path or by module. Calls without a shown path do not exist here. */
export declare const SPEC_CALLS: readonly SpecCall[];
