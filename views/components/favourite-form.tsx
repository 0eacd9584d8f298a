import type { FormView } from '../../client/lib/auth/props.ts';
import { formAction } from '../../client/lib/paths.ts';
import { FormMessage } from '../../client/lib/ui/form-message.tsx';
import { FAVOURITE_FORM } from '../../client/lib/ui/game-tile.tsx';
import type { PageContext } from '../layouts/page-context.ts';

const CALL = 'games.favouriteSet';

interface FavouriteFormProps {
  readonly context: PageContext;
  /** What was posted and came back, if anything. */
  readonly form: Pick<FormView, 'call' | 'message'> | undefined;
  /** On the page of favourites a heart takes its game off. */
  readonly off?: boolean;
}

/** The one form that the hearts of all tiles of a page belong to: without script a heart marks its game. */
export function FavouriteForm({ context: { here }, form, off }: FavouriteFormProps) {
  return (
    <>
      {form?.call === CALL ? <FormMessage text={form.message} /> : null}
      <form id={FAVOURITE_FORM} method="post" action={formAction(CALL)} hidden>
        {off ? null : <input type="hidden" name="favourite" value="on" />}
        <input type="hidden" name="back" value={here} />
      </form>
    </>
  );
}
