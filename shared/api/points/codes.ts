export const POINT_CODES = [
  'points_off',
  'points_goods_gone',
  'points_quantity',
  'points_sold_out',
  'points_stock_left',
  'points_member_limit',
  'points_level',
  'points_zalo_needed',
  'points_whatsapp_needed',
  'points_insufficient',
  'points_closed',
] as const;
