export const AGENT_TREE_CODES = [
  'agent_rate_above',
  'agent_rate_below',
  'agent_depth_reached',
  'agent_not_allowed',
  'agent_links_full',
  'agent_link_unknown',
  'agent_applications_closed',
  'agent_application_waiting',
  'agent_move_same',
  'agent_move_waiting',
  'agent_move_cycle',
  'agent_move_no_agent',
] as const;
