import { inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readNewPasskey, removePasskey, storePasskey } from '../factors/index.ts';
import { type ChangeDeps, lockOwner, noteChange, type Owner, revokeOtherAccess } from './change.ts';

/** Stores a new passkey and ends all other sessions. Returns its id. */
export async function addPasskey(deps: ChangeDeps, owner: Owner, proof: string, name: string): Promise<string> {
  const { memberId } = owner.actor;
  const passkey = await readNewPasskey(deps, owner.actor, proof, owner.siteOrigin);
  await inTransaction(deps.db, async (tx, afterCommit) => {
    await lockOwner(tx, deps, owner);
    await storePasskey(tx, memberId, passkey, name, deps.clock.now());
    await revokeOtherAccess(tx, afterCommit, deps, owner);
    await noteChange(tx, deps, owner, 'passkey_added');
    await deps.messages.notify(tx, memberId, 'factor_added');
  });
  return passkey.id;
}

/** Refuses with `passkey_unknown` if the member has no such passkey. */
export async function dropPasskey(deps: ChangeDeps, owner: Owner, id: string): Promise<void> {
  const { memberId } = owner.actor;
  await inTransaction(deps.db, async (tx) => {
    if ((await removePasskey(tx, memberId, id)) === null) throw new Refusal('passkey_unknown');
    await noteChange(tx, deps, owner, 'passkey_removed');
    await deps.messages.notify(tx, memberId, 'factor_removed');
  });
}
