export type Yaml = string | null | readonly Yaml[] | { readonly [key: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

/**
 * Parses the subset of YAML that `compose.yaml` uses: maps and lists by indentation, inline lists as in JSON, strings with or
 * without double quotes. Every scalar is a string. Anything else is refused, so that this parser never disagrees with the
 * engine's.
 */
export function parsePlainYaml(source: string): Yaml {
  const lines = source.split('\n').flatMap((raw): Line[] => {
    const text = raw.trim();
    if (text === '' || text.startsWith('#')) return [];
    if (raw.includes('\t') || /^[&*|>!%@`{]|(?:^|: )[&*|>!]/.test(text) || / #/.test(text)) throw new Error(`not plain: ${raw}`);
    return [{ indent: raw.length - raw.trimStart().length, text }];
  });
  let position = 0;

  function block(indent: number): Yaml {
    const first = lines[position];
    if (first === undefined || first.indent < indent) return null;
    return first.text.startsWith('- ') ? list(first.indent) : map(first.indent);
  }
  function list(indent: number): Yaml[] {
    const items: Yaml[] = [];
    for (let line = lines[position]; line?.indent === indent && line.text.startsWith('- '); line = lines[++position])
      items.push(scalar(line.text.slice(2)));
    return items;
  }
  function map(indent: number): Record<string, Yaml> {
    const entries: Record<string, Yaml> = {};
    for (let line = lines[position]; line?.indent === indent; line = lines[position]) {
      const [, key, value] = /^([\w./-]+):(?: (.+))?$/.exec(line.text) ?? [];
      if (key === undefined || key in entries) throw new Error(`not plain: ${line.text}`);
      position++;
      entries[key] = value === undefined ? block(indent + 1) : scalar(value);
    }
    if ((lines[position]?.indent ?? 0) > indent) throw new Error(`not plain: ${lines[position]?.text}`);
    return entries;
  }
  const read = block(0);
  if (position < lines.length) throw new Error(`not plain: ${lines[position]?.text}`);
  return read;
}

function scalar(text: string): Yaml {
  return text.startsWith('[') || text.startsWith('"') ? (JSON.parse(text) as Yaml) : text;
}
