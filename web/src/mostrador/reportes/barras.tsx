import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import styles from './reportes.module.css'
import type { Marca } from './textos.ts'

const WIDTH = 640
const ROW = 30
const LABEL = 170
/** Room for the longest amount after the longest bar. */
const VALUE = 130

/** Bars with their amounts on them; the same numbers are in the table below. */
export function Barras({ title, marcas }: { title: string; marcas: readonly Marca[] }) {
  const most = Math.max(...marcas.map(({ valor }) => valor), 0)
  if (most === 0) return null
  const widthOf = (valor: number) => (valor / most) * (WIDTH - LABEL - VALUE)
  return (
    <svg
      className={styles.barras}
      viewBox={`0 0 ${WIDTH} ${marcas.length * ROW}`}
      role="img"
      aria-label={`Gráfico: ${title}`}
    >
      {marcas.map(({ clave, texto, valor }, index) => (
        <g key={clave} transform={`translate(0 ${index * ROW})`}>
          <text x={LABEL - 10} y={20} textAnchor="end">
            {texto}
          </text>
          <rect x={LABEL} y={5} width={Math.max(2, widthOf(valor))} height={20} />
          <text className={styles.valor} x={LABEL + widthOf(valor) + 8} y={20}>
            {formatPesos(valor)}
          </text>
        </g>
      ))}
    </svg>
  )
}
