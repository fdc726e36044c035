import { formatBytes } from '@imprimitodo/shared/rules/archivo'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { seleccionText } from '@imprimitodo/shared/rules/paginas'
import styles from './archivo-facts.module.css'
import { useCarrito } from './carrito.ts'
import type { ArchivoCarrito } from './carrito-state.ts'
import { isQuoted } from './cotizado.ts'

/** Its size, its pages once the server has counted them, and its price while that is about these options. */
export function ArchivoFacts({ archivo }: { archivo: ArchivoCarrito }) {
  const { size, contado } = archivo
  const priced = isQuoted(useCarrito())
  const parts = [
    contado && (contado.paginas === 1 ? '1 página' : `${contado.paginas} páginas`),
    (contado && seleccionText({ ...archivo, paginas: contado.paginas })) || null,
    size > 0 && formatBytes(size), // 0: of a repeated order
    contado && priced && formatPesos(contado.importe),
  ].filter((part) => typeof part === 'string')
  return (
    <p className={styles.facts}>
      {parts.map((part, index) => (
        <span key={part}>
          {part}
          {index < parts.length - 1 && ' · '}
        </span>
      ))}
    </p>
  )
}
