type Named = { id: number; nombre: string; tomo: string | null }

/** '1042-1-Anillado 1.pdf': sorts by order and work in the clerk's folder, without characters a disk refuses. */
export function pdfName(numero: number, { id, nombre, tomo }: Named): string {
  const base = nombre.replace(/\.pdf$/i, '')
  const part = tomo === null ? '' : ` (tomo ${tomo.replace('/', ' de ')})`
  return `${numero}-${id}-${diskSafe(base + part)}.pdf`
}

export const papelName = (numero: number, papel: string): string => `${numero}-${papel}.pdf`

function diskSafe(name: string): string {
  const clean = name
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return clean.slice(0, 120).trim() || 'trabajo'
}
