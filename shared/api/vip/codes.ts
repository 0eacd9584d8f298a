export const VIP_CODES = ['gift_not_found', 'gift_claimed', 'gift_expired', 'gift_withdrawn'] as const;
