import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatBytes } from '@imprimitodo/shared/rules/compra/archivo'
import { seleccionText } from '@imprimitodo/shared/rules/compra/paginas'
import { tamanosText } from '@imprimitodo/shared/rules/compra/tamano'
import styles from './archivo-facts.module.css'
import type { ArchivoCarrito } from './carrito/carrito-state.ts'
import { paginasOf } from './carrito/estimate.ts'
import { useLectura } from './lectura/lectura.ts'

/** Its number of pages, their size, and its bytes. Unknown facts are left out. */
export function ArchivoFacts({ archivo }: { archivo: ArchivoCarrito }) {
  const { id, size } = archivo
  const lectura = useLectura(id)
  const paginas = paginasOf(archivo, lectura)
  const parts = [
    paginas !== null && count(paginas, 'página'),
    paginas !== null && seleccionText({ ...archivo, paginas }),
    lectura && tamanosText(lectura.paginas),
    size > 0 && formatBytes(size), // 0: a file of a repeated order
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
