/** The look of the site in its mails. Without one, mails have the engine's colours and the name of the site. */
export interface MailBrand {
  /** Colour of the name and of buttons in hexadecimal, for light and dark clients. */
  accent?: { light: string; dark: string } | undefined;
  logo?: MailLogo | undefined;
}

/** A picture that is sent with the mail, so that opening the mail tells the server nothing. */
export interface MailLogo {
  bytes: Buffer;
  /** Content type, such as `image/png`. */
  type: string;
  /** Size of the logo in the mail, in pixels. */
  width: number;
  height: number;
}

/** Names the logo in the mail (RFC 2392). */
export const LOGO_ID = 'logo';
