// Whether the shop signed what it offers: its key came with the pairing, and stays.
import { createPublicKey, verify } from 'node:crypto'
import { type Manifiesto, type Plataforma, readManifiesto } from '@imprimitodo/shared/rules/taller/programa'

export type Firmado = { manifiesto: string; firma: string }

/** The manifest is not signed by the shop, was changed on the way, or cannot be read. */
export class FirmaRefused extends Error {}

/** @param clave Ed25519, SPKI in base64url @throws FirmaRefused */
export function openManifiesto(
  { manifiesto, firma }: Firmado,
  clave: string,
  plataforma: Plataforma,
): Manifiesto {
  if (!isSigned(manifiesto, firma, clave))
    throw new FirmaRefused('La versión nueva no está firmada por la tienda: no se instala.')
  const read = readManifiesto(manifiesto, plataforma)
  if (!read) throw new FirmaRefused('La tienda ofrece una versión que no se entiende: no se instala.')
  return read
}

function isSigned(text: string, firma: string, clave: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(clave, 'base64url'), format: 'der', type: 'spki' })
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, Buffer.from(text), key, Buffer.from(firma, 'base64url'))
    )
  } catch {
    return false // no key at all
  }
}
