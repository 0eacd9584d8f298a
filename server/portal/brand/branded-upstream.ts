import type { BodyInput, QueryInput, ValueOf } from '../../../shared/api/client-call.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { systemStatus, systemWhitelabel } from '../../../shared/api/system/calls.ts';
import type { Whitelabel } from '../../../shared/api/system/schemas.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import type { Branding } from './brand.ts';

type Status = ValueOf<typeof systemStatus>;

/**
 * Overrides answers of the platform with the merchant's branding. The file overrides a remote platform. The embedded platform applies the
 * file itself and keeps what an operator has changed (`docs/features/merchants.md`), so there only the languages are narrowed.
 */
export function brandedUpstream(upstream: Upstream, branding: Branding, isRemote: boolean): Upstream {
  const whitelabel = (answered: Whitelabel): Whitelabel => ({
    ...answered,
    ...(isRemote && { brandName: branding.name, defaultTheme: branding.theme, defaultLanguage: branding.language }),
    languages: offeredLanguages(branding.languages, answered.languages),
  });
  const status = (answered: Status): Status => ({
    ...answered,
    info: {
      ...answered.info,
      ...(isRemote && branding.hosts && { imageCDNs: [...branding.hosts.images], launchGameCDNs: [...branding.hosts.launch] }),
    },
  });
  const changes = new Map<string, (answered: never) => unknown>([
    [systemWhitelabel.id, whitelabel],
    [systemStatus.id, status],
  ]);
  return {
    async call<C extends AnyCall>(
      call: C,
      input: { query?: QueryInput<C>; body?: BodyInput<C>; raw?: Buffer },
      visitor: Visitor,
    ): Promise<Envelope<ValueOf<C>>> {
      const answer = await upstream.call(call, input, visitor);
      const change = changes.get(call.id);
      if (!change || !answer.success) return answer;
      return { ...answer, value: change(answer.value as never) as ValueOf<C> };
    },
  };
}

/** In the order of the file; all of the file's languages if the platform knows none of them. */
function offeredLanguages(own: readonly string[], theirs: readonly string[]): string[] {
  const both = own.filter((code) => theirs.includes(code));
  return both.length > 0 ? both : [...own];
}
