import { formatBytes } from '@imprimitodo/shared/rules/archivo'
import { seleccionText } from '@imprimitodo/shared/rules/paginas'
import { tamanosText } from '@imprimitodo/shared/rules/tamano'
import styles from './archivo-facts.module.css'
import type { ArchivoCarrito } from './carrito-state.ts'
import { paginasOf } from './estimate.ts'
import { useLectura } from './lectura/lectura.ts'

/** Its pages and their size, and its bytes. What is not known yet is left out. */
export function ArchivoFacts({ archivo }: { archivo: ArchivoCarrito }) {
  const { id, size } = archivo
  const lectura = useLectura(id)
  const paginas = paginasOf(archivo, lectura)
  const parts = [
    paginas !== null && (paginas === 1 ? '1 página' : `${paginas} páginas`),
    paginas !== null && seleccionText({ ...archivo, paginas }),
    lectura && tamanosText(lectura.paginas),
    size > 0 && formatBytes(size), // 0: of a repeated order
  ].filter((part): part is string => Boolean(part))
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
