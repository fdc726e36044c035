import type { Impresora } from '@imprimitodo/shared/api/impresion'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { isTermica } from '@imprimitodo/shared/rules/taller/impresora'

/** A printer's capabilities, in the clerk's words. Null: no agent has read it yet. */
export function perfilText({
  perfil,
  repetir_copias,
  uri,
}: Pick<Impresora, 'perfil' | 'repetir_copias' | 'uri'>): string[] | null {
  if (isTermica({ uri })) return ['Solo tickets, en papel de 80 mm']
  if (!perfil) return null
  const { lados, color, copias_max, ppm, ppm_color, pdf, dos_pasos, hojas = [] } = perfil
  const twoSided = [
    lados.includes('two-sided-long-edge') && 'largo',
    lados.includes('two-sided-short-edge') && 'corto',
  ].filter((one) => one !== false)
  const speed = [
    ppm && `${ppm} pág. por minuto`,
    color && ppm_color && ppm_color !== ppm && `${ppm_color} en color`,
  ]
  return [
    twoSided.length > 0 ? `Doble faz por borde ${twoSided.join(' y ')}` : 'Solo una cara',
    color ? 'Color' : 'Solo blanco y negro',
    ...(hojas.some((nombre) => nombre !== A4.nombre) ? [`Hojas ${hojas.join(', ')}`] : []),
    repetir_copias
      ? 'Las copias van repetidas en el PDF'
      : copias_max > 0
        ? `Hasta ${count(copias_max, 'copia')} por vez`
        : 'No dice cuántas copias hace',
    ...(speed[0] ? [speed.filter(Boolean).join(', ')] : []),
    ...(pdf ? [] : ['No entiende PDF: necesita un controlador (CUPS) en el medio']),
    ...(dos_pasos
      ? []
      : ['No recibe trabajos en dos pasos (Create-Job): necesita un controlador (CUPS) en el medio']),
  ]
}
