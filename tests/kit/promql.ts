/** One line of a scrape. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Two scrapes of the same targets, the later one last. */
export interface Scrapes {
  readonly before: readonly Sample[];
  readonly now: readonly Sample[];
  readonly seconds: number;
}

type Point = Omit<Sample, 'name'>;
type Value = number | readonly Point[];

export function readScrape(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return { name, labels: readLabels(labels), value: Number(value.replace('+Inf', 'Infinity')) };
    });
}

/** Names of metrics in a scrape, including those derived for histograms and summaries. */
export function namesOf(text: string): Set<string> {
  const found = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' || type === 'summary' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set(found);
}

/** Names of the metrics in an expression. */
export function namesIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/\b(?:by|without) \([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z]\w*_\w+\b|\bup\b/g)].map(([name]) => name).filter((name) => name !== 'histogram_quantile');
}

/** The subset of PromQL that the alert rules and the dashboard need. Anything else is an error, never an empty result. */
export function evaluate(expression: string, scrapes: Scrapes): Value {
  const tokens = expression.match(/"[^"]*"|\d+(?:\.\d+)?[smhd]?|[\w:]+|=~|!~|!=|>=|<=|[-+*/(){}[\],<>=]/g) ?? [];
  const reader = new Reader(tokens, scrapes);
  const value = reader.or();
  if (!reader.isDone) throw new Error(`what is "${reader.peek()}" in: ${expression}`);
  return value;
}

const AGGREGATES: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((total, value) => total + value, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
};

class Reader {
  readonly #tokens: readonly string[];
  readonly #scrapes: Scrapes;
  #at = 0;

  constructor(tokens: readonly string[], scrapes: Scrapes) {
    this.#tokens = tokens;
    this.#scrapes = scrapes;
  }

  get isDone(): boolean {
    return this.#at === this.#tokens.length;
  }
  peek(): string {
    return this.#tokens[this.#at] ?? '';
  }
  #take(): string {
    return this.#tokens[this.#at++] ?? '';
  }
  #expect(token: string): void {
    const found = this.#take();
    if (found !== token) throw new Error(`"${found}" where "${token}" belongs`);
  }

  or(): Value {
    let left = this.#and();
    while (this.peek() === 'or') {
      this.#take();
      const right = this.#and();
      left = [...vector(left), ...vector(right)];
    }
    return left;
  }
  #and(): Value {
    let left = this.#comparison();
    while (this.peek() === 'and') {
      this.#take();
      const right = vector(this.#comparison());
      left = vector(left).filter((point) => right.some((other) => key(other) === key(point)));
    }
    return left;
  }
  #comparison(): Value {
    const left = this.#sum();
    const operator = this.peek();
    if (!['>', '<', '>=', '<='].includes(operator)) return left;
    this.#take();
    const limit = this.#sum();
    if (typeof limit !== 'number') throw new Error('only comparisons with a number are known');
    const holds = (value: number) =>
      operator === '>' ? value > limit : operator === '<' ? value < limit : operator === '>=' ? value >= limit : value <= limit;
    return vector(left).filter(({ value }) => holds(value));
  }
  #sum(): Value {
    let left = this.#quotient();
    while (this.peek() === '-' || this.peek() === '+') {
      const sign = this.#take() === '-' ? -1 : 1;
      left = combine(left, this.#quotient(), (a, b) => a + sign * b);
    }
    return left;
  }
  #quotient(): Value {
    let left = this.#term();
    while (this.peek() === '/') {
      this.#take();
      left = combine(left, this.#term(), (a, b) => a / b);
    }
    return left;
  }
  #term(): Value {
    const token = this.#take();
    if (/^\d/.test(token)) return Number(token);
    if (token === '(') return this.#closed(this.or());
    if (token in AGGREGATES) return this.#aggregate(AGGREGATES[token] as (values: readonly number[]) => number);
    if (this.peek() === '(') return this.#call(token);
    return this.#select(token, this.#scrapes.now);
  }
  #closed(value: Value): Value {
    this.#expect(')');
    return value;
  }
  #aggregate(fold: (values: readonly number[]) => number): Value {
    const groupLabels: string[] = [];
    if (this.peek() === 'by') {
      this.#take();
      this.#expect('(');
      for (let name = this.#take(); name !== ')'; name = this.#take()) if (name !== ',') groupLabels.push(name);
    }
    this.#expect('(');
    const points = vector(this.#closed(this.or()));
    const groups = new Map<string, Point[]>();
    for (const { labels, value } of points) {
      const own = Object.fromEntries(groupLabels.map((name) => [name, labels[name] ?? '']));
      const group = groups.get(key({ labels: own, value })) ?? [];
      groups.set(key({ labels: own, value }), [...group, { labels: own, value }]);
    }
    return [...groups.values()].map((group) => ({ labels: group[0]?.labels ?? {}, value: fold(group.map(({ value }) => value)) }));
  }
  #call(name: string): Value {
    this.#expect('(');
    switch (name) {
      case 'time':
        return this.#closed(Date.now() / 1000);
      case 'abs':
        return this.#closed(vector(this.or()).map((point) => ({ ...point, value: Math.abs(point.value) })));
      case 'rate':
      case 'increase':
        return this.#closed(this.#growth(name === 'rate' ? this.#scrapes.seconds : 1));
      case 'topk':
      case 'histogram_quantile': {
        const figure = Number(this.#take());
        this.#expect(',');
        const points = vector(this.#closed(this.or()));
        return name === 'topk' ? points : quantile(figure, points);
      }
      default:
        throw new Error(`the function ${name} is not known`);
    }
  }
  #growth(divisor: number): readonly Point[] {
    const at = this.#at;
    const now = this.#select(this.#take(), this.#scrapes.now);
    this.#at = at;
    const before = this.#select(this.#take(), this.#scrapes.before);
    this.#expect('[');
    this.#take();
    this.#expect(']');
    const start = new Map(before.map((point) => [key(point), point.value]));
    return now.map((point) => ({ ...point, value: Math.max(0, point.value - (start.get(key(point)) ?? 0)) / divisor }));
  }
  #select(name: string, samples: readonly Sample[]): readonly Point[] {
    const wanted: ((labels: Sample['labels']) => boolean)[] = [];
    if (this.peek() === '{') {
      this.#take();
      while (this.peek() !== '}') {
        const [label, operator, value] = [this.#take(), this.#take(), this.#take().slice(1, -1)];
        if (operator !== '=' && operator !== '=~') throw new Error(`the matcher ${operator} is not known`);
        const pattern = operator === '=~' ? new RegExp(`^(?:${value})$`) : undefined;
        wanted.push((labels) => (pattern ? pattern.test(labels[label] ?? '') : labels[label] === value));
        if (this.peek() === ',') this.#take();
      }
      this.#take();
    }
    return samples.filter((sample) => sample.name === name && wanted.every((fits) => fits(sample.labels)));
  }
}

/** The upper bound of the bucket that contains the quantile, precise enough to compare with a limit that equals a bound. */
function quantile(figure: number, points: readonly Point[]): readonly Point[] {
  const groups = new Map<string, { labels: Record<string, string>; buckets: [number, number][] }>();
  for (const { labels, value } of points) {
    const { le = '', ...rest } = labels;
    const group = groups.get(key({ labels: rest, value })) ?? { labels: rest, buckets: [] };
    group.buckets.push([Number(le.replace('+Inf', 'Infinity')), value]);
    groups.set(key({ labels: rest, value }), group);
  }
  return [...groups.values()].map(({ labels, buckets }) => {
    const sorted = buckets.sort(([a], [b]) => a - b);
    const total = sorted.at(-1)?.[1] ?? 0;
    return { labels, value: total === 0 ? Number.NaN : (sorted.find(([, count]) => count >= figure * total)?.[0] ?? Number.NaN) };
  });
}

function combine(left: Value, right: Value, apply: (a: number, b: number) => number): Value {
  if (typeof left === 'number') {
    if (typeof right === 'number') return apply(left, right);
    return right.map((point) => ({ ...point, value: apply(left, point.value) }));
  }
  if (typeof right === 'number') return left.map((point) => ({ ...point, value: apply(point.value, right) }));
  return left.flatMap((point) => {
    const other = right.find((candidate) => key(candidate) === key(point));
    return other ? [{ ...point, value: apply(point.value, other.value) }] : [];
  });
}

function vector(value: Value): readonly Point[] {
  return typeof value === 'number' ? [{ labels: {}, value }] : value;
}

function key({ labels }: Point): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]));
}
