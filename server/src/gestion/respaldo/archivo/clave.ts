// The key that seals backups: BACKUP_KEY, or one made for this installation.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installationSecret } from '../../../base/secrets/secret.ts'
import { RespaldoInvalido } from './formato.ts'

const pathOf = (dataDir: string): string => join(dataDir, 'secretos/respaldo')

/**
 * `given`: BACKUP_KEY. @returns 32 bytes, and whether the key was made just now, so that its owner has never
 * seen it
 */
export function claveToSeal(dataDir: string, given: Buffer | undefined): { clave: Buffer; nueva: boolean } {
  if (given) return { clave: given, nueva: false }
  const nueva = !existsSync(pathOf(dataDir))
  return { clave: Buffer.from(installationSecret(dataDir, 'respaldo'), 'hex'), nueva }
}

/**
 * @throws RespaldoInvalido without BACKUP_KEY and without a key of this installation: no new one is made here
 */
export function claveToOpen(dataDir: string, given: Buffer | undefined): Buffer {
  if (given) return given
  if (!existsSync(pathOf(dataDir)))
    throw new RespaldoInvalido(
      'Falta la clave del respaldo. Pasala así: BACKUP_KEY=la-clave npm run restore -- ARCHIVO',
    )
  return Buffer.from(readFileSync(pathOf(dataDir), 'utf8'), 'hex')
}
