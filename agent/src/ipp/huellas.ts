// Which certificate belongs to which printer. Printers sign their own certificates, so no authority can confirm one.
// The first certificate that a printer shows is believed, and no other one afterwards. The shop's server keeps its
// fingerprint. This module keeps it only until the server has it.

type Where = { id: number; uri: string }

export type Huellas = {
  /** The shop's list as it is now. `huella`: sha256 of the certificate, hex; null: the shop keeps none. */
  keep(impresoras: readonly (Where & { huella: string | null })[]): void
  /**
   * Whether a certificate is this printer's, by what is kept at that moment: the owner may have accepted
   * another.
   */
  trustedAt(where: Where): (huella: string) => boolean
  /** The certificate that the printer at this address showed last; null: none yet. */
  shownAt(where: Where): string | null
}

export function createHuellas(): Huellas {
  const kept = new Map<string, string>()
  const first = new Map<string, string>()
  const last = new Map<string, string>()
  // Another address is another machine
  const keyOf = ({ id, uri }: Where) => `${id} ${uri}`
  return {
    keep(impresoras) {
      kept.clear()
      for (const impresora of impresoras) {
        if (!impresora.huella) continue
        kept.set(keyOf(impresora), impresora.huella.toLowerCase())
        first.delete(keyOf(impresora))
      }
    },
    trustedAt: (where) => (huella) => {
      const key = keyOf(where)
      last.set(key, huella)
      const known = kept.get(key) ?? first.get(key)
      if (known) return known === huella
      first.set(key, huella)
      return true
    },
    shownAt: (where) => last.get(keyOf(where)) ?? null,
  }
}
