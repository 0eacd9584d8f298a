import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';

/** Findings of the content security policy evaluator: weaknesses and invalid policies. */
export function policyHoles(policy: string | null | undefined): readonly string[] {
  if (!policy) return ['no policy'];
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity === Severity.HIGH || severity === Severity.SYNTAX)
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`);
}
