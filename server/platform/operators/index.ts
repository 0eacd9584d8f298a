export { createApprovals, REQUIRED_APPROVALS } from './approvals.ts';
export { recordConsent, recordDualConsent } from './consents.ts';
export { DEMO_PASSWORD } from './demo-password.ts';
export { operatorsFeature } from './feature.ts';
export { anchorText, type LogDeps, type LogProof, proveLog, readAnchor, writeLog } from './log.ts';
export type { LogAction } from './log-actions.ts';
export { createLogChecks, type LogChecks } from './log-checks.ts';
export { detailText } from './log-detail.ts';
export { isWeakPassword, OPERATOR_PASSWORD_MIN } from './operator-password.ts';
export type { OperatorRow } from './operator-row.ts';
export { createOperators, hasOperators, type OperatorDeps, type Operators } from './operators.ts';
export { Decide } from './pages/decide.tsx';
export { editorLanguages, requiredLanguage } from './pages/editor-languages.ts';
export { amountField, checkPayable, checkTimes, idField, instantOf, line, named, reason, timeField } from './pages/fields.ts';
export { findAccount } from './pages/find-account.ts';
export { FirstPassword, firstPassword } from './pages/first-password.tsx';
export { type InputProps, MultiSelect } from './pages/inputs.tsx';
export { csvFile, MAX_LINES, memberOf, PAGE, pageNoOf, pageOf, type Slice } from './pages/lists.ts';
export { MemberState, memberType } from './pages/member-kinds.tsx';
export {
  type ConsoleArea,
  type ConsoleFile,
  type ConsoleForm,
  type ConsoleInput,
  type ConsolePage,
  defineForm,
  MENU_GROUPS,
  type MenuGroup,
  OperatorError,
} from './pages/page.ts';
export {
  Amount,
  AmountInput,
  Badge,
  Card,
  Collapsible,
  Direction,
  Facts,
  Form,
  Input,
  MemberLink,
  OfMember,
  Pager,
  PictureInput,
  PictureList,
  Reason,
  SaveList,
  Select,
  Span,
  Table,
  Tabs,
  Time,
  TimeInput,
} from './pages/parts.tsx';
export { type Pictures, picturesOf } from './pages/pictures.ts';
export { errorsOf, PageContext, type SubmittedForm } from './pages/submitted-form.tsx';
export { isTextKey, kindText, type TextKey, tx } from './pages/texts.ts';
export { type Action, isActionAllowed, isRole, ROLES, type Role } from './roles.ts';
export { refuseSharedAccess } from './separation-of-duties.ts';
export { createOperatorSessions, LONGEST_MS, type OperatorSession, type OperatorSessions } from './sessions.ts';
export { needsSecondOperator } from './unapproved-volume.ts';
export { type AuditDeps, type AuditEntry, withAuditLog } from './with-audit-log.ts';
