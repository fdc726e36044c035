import { COLORES, DEFAULT_COLORES } from '@imprimitodo/shared/rules/base/colores'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { type Html, html } from './html.ts'

const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const MONO = 'font-family:Consolas,Menlo,monospace'
// The shop's inks (web/src/ui/tokens.css), written out: mails have no custom properties
const INK = '#17202E'
const SOFT = '#4A5466'
const LINE = '#DDD5C1'
const PAPER = '#FBF6EA'
const { tinta: BLUE, acento: LEMON } = COLORES[DEFAULT_COLORES]
const LEAF = '#0B6B4E'
const RED = '#C93A22'

/** For a word that is wider than a phone, such as a name. */
const BREAKS = 'word-break:break-word'

export const mailStyles = {
  text: `margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:${INK};${BREAKS}`,
  small: `margin:0;${FONT};font-size:13px;line-height:20px;color:${SOFT};${BREAKS}`,
  label: `padding:6px 0;${FONT};font-size:15px;line-height:22px;color:${SOFT}`,
  value: `padding:6px 0 6px 16px;${FONT};font-size:15px;line-height:22px;color:${INK};text-align:right`,
  strong: `padding:10px 0;border-top:2px solid ${INK};${FONT};font-size:17px;line-height:24px;font-weight:700;color:${INK}`,
}

/**
 * A finished mail in the shop's colours: mails have no custom properties, so the two inks that an owner
 * chooses are replaced in the text. Nothing else in it can match: '#' and six digits of exactly these inks.
 */
export function inColores(mail: string, { tinta, acento }: { tinta: string; acento: string }): string {
  return mail.replaceAll(BLUE, tinta).replaceAll(LEMON, acento)
}

/**
 * Replaces the drawn logo by a picture of the same height. White behind it, since picture and page may both
 * be dark.
 */
export const withLogo = (mail: string, src: string): string =>
  mail.replace(
    LOGO.markup,
    () =>
      `<img src="${src}" width="${LOGO_PX}" height="${LOGO_PX}" alt="" style="display:block;background:#ffffff;border-radius:4px">`,
  )

/** The side of the owner's logo, in pixels. */
export const LOGO_PX = 24

type MailPage = {
  title: string
  /** Shown beside the subject in a list of mails. */
  preheader: string
  /** To the right of the name: the topic, in two words. */
  about?: string | undefined
  body: Html
}

/** Attributes of a table for layout only. */
const TABLE = raw('role="presentation" cellpadding="0" cellspacing="0" border="0"')

/**
 * For apps that announce their dark mode; the others show the light colours or compute their own. Codes keep
 * their white plate, or no camera could read them, and lemon areas keep their dark text. Narrow screens use
 * the room of the margins.
 */
const SHEET = raw(`@media (prefers-color-scheme:dark){
.fondo{background:#10151d!important}
.hoja{background:#1c2531!important;border-color:#3a4658!important}
.hoja td{border-color:#3a4658!important}
.hoja h1,.hoja p,.hoja td,.hoja .dato{color:#f6f1e4!important}
.hoja a{color:#a9bbff!important}
.hoja .boton,.hoja .boton a{color:#fff!important;border-color:${INK}!important}
.hoja .lima,.hoja .lima p,.hoja .plato td,.hoja .plato p{color:${INK}!important;border-color:${INK}!important}
.hoja .roja{background:#47201a!important;border-color:#e8806d!important}
.hoja .verde{background:#123c30!important;border-color:#5cb894!important}
}
@media (max-width:420px){.borde{padding:12px 6px!important}.cuerpo{padding:20px 16px!important}}`)

/** For markup in this file alone: no outside text may go through here. */
function raw(markup: string): Html {
  return { markup }
}

/**
 * The two inks and their overprint, made of table cells: mail apps hide pictures until the reader allows
 * them.
 */
const LOGO = html`<table ${TABLE}><tr><td width="8" height="22" bgcolor="${LEMON}" style="width:8px;height:22px;border-radius:11px 0 0 11px;font-size:0">&nbsp;</td><td width="10" bgcolor="${LEAF}" style="width:10px;border-radius:5px/11px;font-size:0">&nbsp;</td><td width="8" bgcolor="${BLUE}" style="width:8px;border-radius:0 11px 11px 0;font-size:0">&nbsp;</td></tr></table>`

/** The printer's proof bar, as below every page of the shop. */
const PROOF = html`<table ${TABLE} width="100%"><tr>${['#00A0C6', '#D6006E', LEMON, PAPER, RED, LEAF].map(
  (ink) => html`<td height="8" bgcolor="${ink}" style="height:8px;font-size:0;line-height:0">&nbsp;</td>`,
)}</tr></table>`

/**
 * The only layout of our mails: tables and inline styles, which mail apps support. Nothing remote: a mail
 * does not tell the shop who opens it. Its only picture, the owner's logo, travels inside it (`withLogo`).
 */
export function mailPage({ title, preheader, about = '', body }: MailPage): string {
  return `<!doctype html>${
    html`<html lang="es-AR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${SHEET}</style>
</head>
<body class="fondo" style="margin:0;padding:0;background:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
<table ${TABLE} width="100%" class="fondo" style="background:${PAPER}">
<tr><td align="center" class="borde" style="padding:24px 12px">
<table ${TABLE} width="100%" class="hoja" style="max-width:576px;background:#ffffff;border:2px solid ${INK};border-radius:6px">
<tr><td style="padding:12px 20px;border-bottom:2px solid ${INK}"><table ${TABLE} width="100%"><tr><td width="36">${LOGO}</td><td style="${FONT};font-size:19px;line-height:24px;font-weight:700;color:${INK};${BREAKS}">${EN_BLANCO.rotulo}</td><td align="right" style="${FONT};font-size:14px;line-height:24px;color:${SOFT};white-space:nowrap">${about}</td></tr></table></td></tr>
<tr><td class="cuerpo" style="padding:24px">
<h1 style="margin:0 0 12px;${FONT};font-size:26px;line-height:32px;letter-spacing:-0.5px;color:${INK};${BREAKS}">${title}</h1>
${body}
</td></tr>
<tr><td style="border-radius:0 0 4px 4px;overflow:hidden">${PROOF}</td></tr>
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
  const texto = [title, ...paragraphs, button && `${button.label}: ${button.url}`, small, EN_BLANCO.nombre]
  return {
    ...address,
    asunto,
    texto: `${texto.filter(Boolean).join('\n\n')}\n`,
    html: mailPage({ title, preheader: paragraphs[0] ?? '', body }),
  }
}

/**
 * Longer values stand below their label: beside it they would be a narrow column, or a word wider than a
 * phone.
 */
const SHORT = 22
const SHORT_WORD = 18
const isLong = (value: string): boolean =>
  value.length > SHORT || value.split(' ').some((word) => word.length > SHORT_WORD)

/** Two columns: a label and a value. An amount is never broken. */
export function mailRows(rows: { label: string; value: string; strong?: boolean }[]): Html {
  const cells = rows.map(({ label, value, strong }) => {
    if (isLong(value))
      return html`<tr><td colspan="2" style="${mailStyles.label}">${label}<br><span style="color:${INK};word-break:break-word" class="dato">${value}</span></td></tr>`
    const [left, right] = strong
      ? [mailStyles.strong, `${mailStyles.strong};text-align:right`]
      : [mailStyles.label, mailStyles.value]
    const whole = /^−?\$ /.test(value) ? ';white-space:nowrap' : ''
    return html`<tr><td style="${left}">${label}</td><td align="right" style="${right}${whole}">${value}</td></tr>`
  })
  return html`<table ${TABLE} width="100%" style="margin:0 0 20px">${cells}</table>`
}

/** A list of titles with a note each, such as the files of an order. */
export function mailList(items: { title: string; note: string }[]): Html {
  const rows = items.map(
    ({ title, note }) =>
      html`<tr><td style="padding:9px 0;border-top:1px solid ${LINE};${FONT};font-size:15px;line-height:20px;color:${INK};word-break:break-word"><b>${title}</b><br><span style="font-size:14px">${note}</span></td></tr>`,
  )
  return html`<table ${TABLE} width="100%" style="margin:0 0 16px">${rows}</table>`
}

/** A link that looks like a button, with its address below for those who cannot follow it. */
export function mailButton(label: string, url: string): Html {
  return html`<table ${TABLE} width="100%" style="margin:0 0 12px"><tr><td bgcolor="${LEMON}" style="padding:0 4px 4px 0;border-radius:7px"><table ${TABLE} width="100%"><tr><td align="center" bgcolor="${BLUE}" class="boton" style="border:2px solid ${INK};border-radius:6px"><a href="${url}" style="display:block;padding:13px 18px;${FONT};font-size:17px;line-height:22px;font-weight:700;color:#ffffff;text-decoration:none">${label}</a></td></tr></table></td></tr></table>
<p style="${mailStyles.small};margin-bottom:20px;word-break:break-all">Si el botón no abre, copiá esta dirección: <a href="${url}" style="color:${SOFT}">${url}</a></p>`
}

const TONES = {
  lima: { background: LEMON, edge: INK },
  roja: { background: '#FBE7E1', edge: RED },
  verde: { background: '#DDEFE6', edge: LEAF },
}

/** The most important fact, large. `lima` for a time, `roja` for a failure, `verde` for a refund. */
export function mailBanner(tone: keyof typeof TONES, label: string, value: string): Html {
  const { background, edge } = TONES[tone]
  return html`<table ${TABLE} width="100%" style="margin:0 0 16px"><tr><td bgcolor="${background}" class="${tone}" style="padding:11px 16px;border:2px solid ${edge};border-radius:6px;background:${background}"><p style="${mailStyles.small};color:${INK}">${label}</p><p style="margin:0;${FONT};font-size:20px;line-height:26px;font-weight:700;color:${INK}">${value}</p></td></tr></table>`
}

/** A code to show or say at the counter; with `qr` (true: dark) for its scanner. */
export function mailCodigo(label: string, codigo: string, qr?: boolean[][]): Html {
  return html`<table ${TABLE} width="100%" class="plato" style="margin:0 0 20px;background:#ffffff;border:2px solid ${INK};border-radius:6px"><tr><td align="center" style="padding:16px"><p style="${mailStyles.small}">${label}</p>${qr ? drawQr(qr) : null}<p style="margin:4px 0 0;${MONO};font-size:22px;line-height:30px;font-weight:700;letter-spacing:1px;color:${INK}">${codigo}</p></td></tr></table>`
}

const MODULE_PX = 5

/**
 * Made of table cells, one for each run of one colour: mail apps show them without asking. A first row
 * without height sets the columns' widths.
 */
function drawQr(matrix: boolean[][]): Html {
  const side = (matrix[0]?.length ?? 0) * MODULE_PX
  const columns = (matrix[0] ?? []).map(
    () => html`<td width="${MODULE_PX}" style="width:${MODULE_PX}px;padding:0"></td>`,
  )
  const rows = matrix.map((row) => {
    const cells = runsOf(row).map(
      ([dark, long]) => html`<td colspan="${long}" bgcolor="${dark ? '#000000' : '#ffffff'}"></td>`,
    )
    return html`<tr height="${MODULE_PX}" style="height:${MODULE_PX}px">${cells}</tr>`
  })
  return html`<table ${TABLE} width="${side}" align="center" aria-hidden="true" style="width:${side}px;margin:12px auto;table-layout:fixed;font-size:0;line-height:0;background:#ffffff"><tr height="0" style="height:0">${columns}</tr>${rows}</table>`
}

function runsOf(row: boolean[]): [dark: boolean, long: number][] {
  const runs: [boolean, number][] = []
  for (const dark of row) {
    const last = runs.at(-1)
    if (last?.[0] === dark) last[1]++
    else runs.push([dark, 1])
  }
  return runs
}
