import { describe, expect, it } from 'vitest';
import { checkPaymentPassword } from './payment-password.ts';

describe('a payment password', () => {
  it('is six digits', () => {
    for (const typed of ['480159', ' 480159 ', '902817']) expect(checkPaymentPassword(typed)).toBeUndefined();
    expect(checkPaymentPassword('')).toEqual({ code: 'field_required' });
    expect(checkPaymentPassword(undefined)).toEqual({ code: 'field_required' });
    for (const typed of ['48015', '4801590']) expect(checkPaymentPassword(typed)?.code).toBe('field_length_exact');
    for (const typed of ['48015a', '48 159', '٤٨٠١٥٩']) expect(checkPaymentPassword(typed)?.code).toBe('field_format');
  });

  it('is not an easily guessed one', () => {
    const first = ['123456', '000000', '111111', '654321', '987654', '121212', '123123', '112233', '123321', '252525', '889977'];
    for (const typed of first) expect([typed, checkPaymentPassword(typed)]).toEqual([typed, { code: 'field_password_common' }]);
  });
});
