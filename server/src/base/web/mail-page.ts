import { type Html, html } from './html.ts'

const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
// The shop's inks (web/src/ui/tokens.css): a mail has no custom properties
const INK = '#17202E'
const SOFT = '#4A5466'
const LINE = '#DDD5C1'
const PAPER = '#FBF6EA'
const BLUE = '#1B3FBF'

export const mailStyles = {
  text: `margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:${INK}`,
  small: `margin:0;${FONT};font-size:13px;line-height:20px;color:${SOFT}`,
  label: `padding:6px 0;${FONT};font-size:15px;line-height:22px;color:${SOFT}`,
  value: `padding:6px 0 6px 16px;${FONT};font-size:15px;line-height:22px;color:${INK};text-align:right`,
  strong: `padding:10px 0;border-top:1px solid ${LINE};${FONT};font-size:17px;line-height:24px;font-weight:700;color:${INK}`,
}

type MailPage = {
  title: string
  /** What a list of mails shows beside the subject. */
  preheader: string
  body: Html
}

/** The one layout of our mails: a table and inline styles, which is what mail clients keep. No image, nothing remote. */
export function mailPage({ title, preheader, body }: MailPage): string {
  return `<!doctype html>${
    html`<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAPER}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:8px">
<tr><td style="padding:20px 28px;border-bottom:1px solid ${LINE};${FONT};font-size:18px;font-weight:700;color:${INK}">ImprimiTodo</td></tr>
<tr><td style="padding:28px">
<h1 style="margin:0 0 16px;${FONT};font-size:24px;line-height:32px;color:${INK}">${title}</h1>
${body}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`.markup
  }`
}

export type Letter = {
  asunto: string
  title: string
  paragraphs: string[]
  button?: { label: string; url: string }
  /** Below the button: what to do if it was another person. */
  small: string
}

/** A short mail of text and at most one button. `clave` and `para` as the outbox takes them. */
export function mailLetter(address: { clave: string; para: string }, letter: Letter) {
  const { asunto, title, paragraphs, button, small } = letter
  const body = html`${paragraphs.map((text) => html`<p style="${mailStyles.text}">${text}</p>`)}
${button ? mailButton(button.label, button.url) : null}
<p style="${mailStyles.small}">${small}</p>`
  const texto = [title, ...paragraphs, button && `${button.label}: ${button.url}`, small, 'ImprimiTodo']
  return {
    ...address,
    asunto,
    texto: `${texto.filter(Boolean).join('\n\n')}\n`,
    html: mailPage({ title, preheader: paragraphs[0] ?? '', body }),
  }
}

/** Two columns: what, and how much. */
export function mailRows(rows: { label: string; value: string; strong?: boolean }[]): Html {
  const cells = rows.map(({ label, value, strong }) => {
    const [left, right] = strong
      ? [mailStyles.strong, `${mailStyles.strong};text-align:right`]
      : [mailStyles.label, mailStyles.value]
    return html`<tr><td style="${left}">${label}</td><td align="right" style="${right}">${value}</td></tr>`
  })
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px">${cells}</table>`
}

/** A link that looks like a button, with its address below for those who cannot follow it. */
export function mailButton(label: string, url: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px"><tr><td style="border-radius:6px;background:${BLUE}"><a href="${url}" style="display:inline-block;padding:13px 24px;${FONT};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${label}</a></td></tr></table>
<p style="${mailStyles.small};margin-bottom:20px;word-break:break-all">Si el botón no abre, copiá esta dirección: <a href="${url}" style="color:${SOFT}">${url}</a></p>`
}

/** Something to be shown or said at the counter. */
export function mailCodigo(label: string, codigo: string): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;background:${PAPER};border-radius:6px"><tr><td style="padding:16px 20px"><p style="${mailStyles.small}">${label}</p><p style="margin:4px 0 0;font-family:Consolas,Menlo,monospace;font-size:24px;line-height:32px;font-weight:700;letter-spacing:1px;color:${INK}">${codigo}</p></td></tr></table>`
}
