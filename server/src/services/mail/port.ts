export type Mail = { to: string; subject: string; text: string; html: string }

/** Hands one mail over for good, or throws and is asked again later. Called by the `correo` job alone. */
export type Mailer = { kind: 'bandeja' | 'smtp'; send(mail: Mail): Promise<void> }
