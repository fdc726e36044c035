// The download address of a package: signed, valid for an hour, for anyone who has it. The branch's computer
// needs no session for it, since the package holds no secret.
import { PLATAFORMAS, type Plataforma } from '@imprimitodo/shared/rules/taller/programa'
import { installationSecret } from '../../../base/secrets/secret.ts'
import { isMac, mac } from '../../../base/secrets/sign.ts'

const VALID_MS = 3600_000

export type Boleto = { agente_id: number; plataforma: Plataforma }

const keyOf = (dataDir: string) => mac(installationSecret(dataDir, 'programa'), 'boletos de paquetes')

export function newBoleto(dataDir: string, { agente_id, plataforma }: Boleto, now: Date): string {
  const text = `${agente_id}.${plataforma}.${now.getTime() + VALID_MS}`
  return `${text}.${mac(keyOf(dataDir), text)}`
}

/** Null: not signed by us, or expired. */
export function readBoleto(dataDir: string, boleto: string, now: Date): Boleto | null {
  const [, text = '', id, platform, until, signature = ''] =
    /^((\d{1,9})\.([a-z]+)\.(\d{1,15}))\.([\w-]{43})$/.exec(boleto) ?? []
  const plataforma = PLATAFORMAS.find((one) => one === platform)
  if (!plataforma || !isMac(keyOf(dataDir), text, signature)) return null
  return Number(until) > now.getTime() ? { agente_id: Number(id), plataforma } : null
}
