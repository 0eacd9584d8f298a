import type { FormView } from '../../client/islands/sign-in/props.ts';
import { formAction } from '../../client/page/paths.ts';
import { FormMessage } from '../../client/ui/form-message.tsx';
import { FAVOURITE_FORM } from '../../client/ui/game-tile.tsx';
import type { PageContext } from '../layouts/page-context.ts';

const CALL = 'games.favouriteSet';

interface FavouriteFormProps {
  readonly context: PageContext;
  /** The posted form and its result, if any. */
  readonly form: Pick<FormView, 'call' | 'message'> | undefined;
  /** On the page of favourites a heart removes its game. */
  readonly off?: boolean;
}

/** The page's only form for the hearts of all tiles: without script a heart marks its game. */
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
