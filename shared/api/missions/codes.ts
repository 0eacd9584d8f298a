export const MISSION_CODES = ['mission_not_found', 'mission_claimed', 'mission_expired', 'mission_withdrawn'] as const;
