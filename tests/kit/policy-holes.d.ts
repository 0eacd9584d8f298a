/** What the evaluator of content security policies holds to be a hole, or can't read. */
export declare function policyHoles(policy: string | null | undefined): readonly string[];
