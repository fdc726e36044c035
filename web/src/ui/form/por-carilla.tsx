import { POR_CARILLA, type PorCarilla } from '@imprimitodo/shared/rules/compra/paginas'

/** A side of a sheet with the pages that share it. */
function Carilla({ pages }: { pages: readonly (readonly [x: number, y: number, w: number, h: number])[] }) {
  return (
    <svg width="21" height="29" viewBox="0 0 21 29" aria-hidden="true">
      <rect x="1" y="1" width="19" height="27" fill="var(--sheet)" stroke="var(--ink)" strokeWidth="2" />
      {pages.map(([x, y, width, height]) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y}
          width={width}
          height={height}
          fill="var(--blue-t)"
          stroke="var(--blue)"
          strokeWidth="1"
        />
      ))}
    </svg>
  )
}

const UnaPorCarilla = () => <Carilla pages={[[3.5, 3.5, 14, 22]]} />
/** Two lie one above the other, turned. */
const DosPorCarilla = () => (
  <Carilla
    pages={[
      [3.5, 3.5, 14, 10],
      [3.5, 15.5, 14, 10],
    ]}
  />
)
const CuatroPorCarilla = () => (
  <Carilla
    pages={[
      [3.5, 3.5, 6, 10],
      [11.5, 3.5, 6, 10],
      [3.5, 15.5, 6, 10],
      [11.5, 15.5, 6, 10],
    ]}
  />
)

const DRAWINGS = { 1: UnaPorCarilla, 2: DosPorCarilla, 4: CuatroPorCarilla }
/** How many pages share a side, as choices of `Segmented`. */
export const POR_CARILLAS = POR_CARILLA.map((one) => ({
  value: `${one}` as `${PorCarilla}`,
  label: `${one}`,
  icon: DRAWINGS[one],
}))
export const porCarillaOf = (value: `${PorCarilla}`): PorCarilla =>
  POR_CARILLA.find((one) => `${one}` === value) ?? 1
