import { type SpecCall } from './calls.ts';
/** A request that the platform received. */
export interface ReceivedCall {
    readonly method: string;
    readonly path: string;
    readonly query: Record<string, string>;
    readonly body: Record<string, unknown>;
    /** Content type of the body. */
    readonly type: string;
    readonly found: boolean;
}
export interface SpecPlatform {
    readonly url: string;
    readonly received: ReceivedCall[];
    /** Changes the value of a call ("GET /path"), until cleared. */
    readonly change: Map<string, (value: unknown) => unknown>;
    stop(): Promise<void>;
}
export interface SpecPlatformInput {
    /** The calls that exist; all of the specification by default. */
    readonly has?: (call: SpecCall) => boolean;
    /** Calls under names of the platform's own, in addition. */
    readonly more?: readonly SpecCall[];
}
/** What a player must never see. */
export declare const RAW_TEXT = "HTTP Status 404 &ndash; No mapping for the servlet";
/** A platform written from the specification of its calls, without a look at the call table of the portal. */
export declare function startSpecPlatform(input?: SpecPlatformInput): Promise<SpecPlatform>;
