import { formatBytes } from '@imprimitodo/shared/rules/archivo'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { seleccionText } from '@imprimitodo/shared/rules/paginas'
import { tamanosText } from '@imprimitodo/shared/rules/tamano'
import styles from './archivo-facts.module.css'
import type { ArchivoCarrito } from './carrito-state.ts'
import { paginasOf, usePrecio, withAlcance } from './estimate.ts'
import { useLectura } from './lectura/lectura.ts'

/** Its pages and their size, its bytes, and with `priced` its price. What is not known yet is left out. */
export function ArchivoFacts({ archivo, priced }: { archivo: ArchivoCarrito; priced?: boolean }) {
  const { id, size } = archivo
  const lectura = useLectura(id)
  const precio = usePrecio(archivo)
  const paginas = paginasOf(archivo, lectura)
  const parts = [
    paginas !== null && (paginas === 1 ? '1 página' : `${paginas} páginas`),
    paginas !== null && seleccionText({ ...archivo, paginas }),
    lectura && tamanosText(lectura.paginas),
    size > 0 && formatBytes(size), // 0: of a repeated order
    priced && paginas !== null && withAlcance(precio.alcance, formatPesos(precio.pesos)),
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
