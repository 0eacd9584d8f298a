/** Result of `explain (analyze, format json)`. */
export interface AnalyzedPlan {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Node }];
}

interface Node {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Node[];
}

/** Rows read from tables, including those filtered out: a measure of cost that does not depend on the machine. */
export function rowsRead({ rows }: { readonly rows: readonly AnalyzedPlan[] }): number {
  const read = (node: Node): number => {
    const own =
      node['Relation Name'] === undefined ? 0 : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
    return (node.Plans ?? []).reduce((sum, inner) => sum + read(inner), own);
  };
  const [first] = rows;
  if (!first) throw new Error('no plan');
  return read(first['QUERY PLAN'][0].Plan);
}
