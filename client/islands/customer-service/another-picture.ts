/** Name of the button that shows a form again with another captcha picture. */
export const ANOTHER_PICTURE = 'captchaAgain';
