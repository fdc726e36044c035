// The look of a mail when it is sent, or viewed here: with the shop's current colours and logo.
import { COLORES } from '@imprimitodo/shared/rules/base/colores'
import type { Deps } from '../../base/runtime/deps.ts'
import { inColores, withLogo } from '../../base/web/mail-page.ts'
import { logoDeMail } from '../../vidriera/imagenes/service.ts'
import { coloresOf } from '../ajustes/service.ts'

export type AspectoDeps = Pick<Deps, 'tienda' | 'files' | 'log'>

/** `srcOf`: returns the address at which the mail finds its logo. */
export async function dressed(
  { tienda, files, log }: AspectoDeps,
  html: string,
  srcOf: (logo: Buffer) => string,
): Promise<{ html: string; logo?: Buffer }> {
  const { ajustes } = await tienda.read()
  const { logo_id } = ajustes.vidriera
  // A mail whose logo cannot be read is sent without it
  const logo = logo_id
    ? await logoDeMail({ files }, logo_id).catch((err: unknown) => void log.warn({ err }, 'logo'))
    : undefined
  const shown = logo ? withLogo(html, srcOf(logo)) : html
  return { html: inColores(shown, COLORES[coloresOf(ajustes)]), ...(logo && { logo }) }
}
