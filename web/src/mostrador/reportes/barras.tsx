import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { CSSProperties } from 'react'
import styles from './reportes.module.css'
import type { MarcaDeGrafico } from './textos.ts'

/** Bars with their amounts beside them; the same numbers are in the table below. */
export function Barras({ title, marcas }: { title: string; marcas: readonly MarcaDeGrafico[] }) {
  const most = Math.max(...marcas.map(({ valor }) => valor), 0)
  if (most === 0) return null
  return (
    <div className={styles.barras} role="img" aria-label={`Gráfico: ${title}`}>
      {marcas.map(({ clave, texto, valor }) => {
        const part: CSSProperties & { '--part': number } = { '--part': valor / most }
        return (
          <p key={clave}>
            <span>{texto}</span>
            <i style={part} />
            <b>{formatPesos(valor)}</b>
          </p>
        )
      })}
    </div>
  )
}
