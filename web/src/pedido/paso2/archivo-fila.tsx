import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatBytes } from '@imprimitodo/shared/rules/compra/archivo'
import { AVISOS_IMPORTANTES, type Aviso } from '@imprimitodo/shared/rules/compra/aviso'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { runsOf, runsText } from '@imprimitodo/shared/rules/compra/paginas'
import { ahorroOf, type Leido, type Pista } from '@imprimitodo/shared/rules/compra/pistas'
import type { Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import { tamanosText } from '@imprimitodo/shared/rules/compra/tamano'
import { BadgeCheck, ChevronDown, TriangleAlert, X } from 'lucide-react'
import { memo, type ReactNode, useId } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Importe } from '../../ui/form/importe.tsx'
import { ArchivoThumbnail } from '../archivo-thumbnail.tsx'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { ArchivoAbierto, Remove, usePistas } from './archivo-abierto.tsx'
import styles from './archivo-fila.module.css'
import { HojearCarrito } from './hojear-carrito.tsx'
import { PISTA_ICONS, shortPesos } from './pistas.tsx'
import { opcionesDePaso2 } from './precios.ts'
import { ProblemaDeArchivo } from './problema.tsx'
import { Toggle } from './toggle.tsx'

type Props = {
  archivo: ArchivoCarrito
  leido: Leido | null
  /** Pesos, its own binding included; null while unknown. */
  pesos: number | null
  /** Colour is still being examined: the price can only fall. */
  hasta: boolean
  tarifas: Tarifas | null
  avisos: readonly Aviso[]
  restored: boolean
  disabled: boolean
  problem?: string
  onRemove: (id: string) => void
}

/** A file in step 2: a line that opens. A single file has its options open and no line to press. */
export const ArchivoFila = memo(function ArchivoFila({
  isOpen,
  onToggle,
  ...props
}: Props & { isOpen: boolean; onToggle: ((id: string) => void) | null }) {
  const { archivo, restored, problem, disabled, onRemove } = props
  const { id, name } = archivo
  const domId = useId()
  return (
    <article
      className={cx(styles.fila, isOpen && styles.open, onToggle && styles.several, problem && styles.wrong)}
      aria-label={name}
      data-archivo={id}
      data-problem={problem ? true : undefined}
    >
      <div className={styles.head}>
        {onToggle && (
          <Toggle
            name={name}
            of={`${domId}-body`}
            isOpen={isOpen}
            onToggle={() => onToggle(id)}
            className={styles.toggle}
            aria-describedby={`${domId}-facts`}
          />
        )}
        <ArchivoThumbnail archivo={archivo} className={styles.thumbnail} />
        <Dicho {...props} isOpen={isOpen} id={`${domId}-facts`} isOnly={!onToggle} />
        {onToggle ? (
          <ChevronDown className={styles.chevron} size={18} strokeWidth={2.4} aria-hidden />
        ) : (
          <IconButton
            quiet
            icon={X}
            className={styles.remove}
            label={`Quitar ${name}`}
            disabled={disabled}
            onClick={() => onRemove(id)}
          />
        )}
      </div>
      <ProblemaDeArchivo archivo={archivo} restored={restored} problem={problem} className={styles.problem}>
        {!isOpen && <Remove archivo={archivo} disabled={disabled} onRemove={onRemove} />}
      </ProblemaDeArchivo>
      <div id={`${domId}-body`} hidden={!isOpen} className={styles.body}>
        {isOpen && <ArchivoAbierto {...props} onRemove={onToggle && onRemove} />}
      </div>
    </article>
  )
})

/** The text beside its picture: its name, and while closed its options and the most important message. */
function Dicho({ id, isOpen, isOnly, ...props }: Props & { id: string; isOpen: boolean; isOnly: boolean }) {
  const { archivo, leido, tarifas } = props
  const { name } = archivo
  const pistas = usePistas(archivo, leido, tarifas)
  return (
    <div className={styles.text} id={id}>
      <Line>
        {isOnly ? <h2>{name}</h2> : <h3>{name}</h3>}
        {!isOpen && <Pesos {...props} />}
      </Line>
      <Line>
        <span className={styles.meta}>{isOpen ? factsOf(archivo, leido) : opcionesText(archivo)}</span>
        {!isOpen && <Marca {...props} pistas={pistas} />}
      </Line>
      {isOpen && !isOnly && <Pesos {...props} />}
      {isOnly && leido && tarifas && (
        <HojearCarrito name={name} archivos={[archivo]} leidos={[leido]} tarifas={tarifas} />
      )}
    </div>
  )
}

const Pesos = ({ pesos, hasta }: Props) =>
  pesos !== null && (
    <span className={styles.pesos}>
      {hasta && <small>hasta </small>}
      <Importe pesos={pesos} />
    </span>
  )

const Line = ({ children }: { children: ReactNode }) => <div className={styles.line}>{children}</div>

/** The most important message of a closed line: a hint, an aviso, the saving, or its pages. */
function Marca({ archivo, leido, tarifas, avisos, pistas }: Props & { pistas: readonly Pista[] }) {
  const [pista] = pistas
  if (pista) {
    const Icon = PISTA_ICONS[pista.clave]
    const text = pista.clave === 'doble' ? `Ahorrá ${shortPesos(toPesos(-pista.centavos))}` : pista.marca
    return (
      <span className={styles.mark}>
        <Icon size={14} strokeWidth={2.4} aria-hidden />
        {text}
      </span>
    )
  }
  const loud = avisos.filter(({ codigo }) => AVISOS_IMPORTANTES.has(codigo)).length
  if (loud > 0)
    return (
      <span className={styles.mark}>
        <TriangleAlert size={14} strokeWidth={2.4} aria-hidden />
        {count(loud, 'aviso')}
      </span>
    )
  const saved = leido && tarifas ? ahorroOf(opcionesDePaso2(archivo, tarifas), leido, tarifas) : 0
  if (saved > 0)
    return (
      <span className={cx(styles.mark, styles.good)}>
        <BadgeCheck size={14} strokeWidth={2.4} aria-hidden />
        Ahorrás {shortPesos(toPesos(saved))}
      </span>
    )
  return leido && <span className={styles.pages}>{leido.paginas} pág.</span>
}

/** '2 copias · doble faz · b/n · anillado': its options, in one line. */
function opcionesText({
  duplicado,
  dobleFaz,
  color,
  orientacion,
  anillado,
  por_carilla,
  rango,
  hoja,
}: ArchivoCarrito): string {
  return [
    duplicado > 1 && count(duplicado, 'copia'),
    dobleFaz ? 'doble faz' : 'simple faz',
    color === 'color' ? 'color' : 'b/n',
    hoja !== A4.nombre && `hoja ${hoja}`,
    orientacion === 'horizontal' && orientacion,
    anillado && 'anillado',
    por_carilla > 1 && `${por_carilla} por carilla`,
    rango !== null && `pág. ${rango}`,
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

/** '12 páginas · páginas 1 a 4 · 860 KB' */
function factsOf({ size, rango }: ArchivoCarrito, leido: Leido | null): string {
  return [
    leido && count(leido.paginas, 'página'),
    leido && rango !== null && runsText(runsOf({ paginas: leido.paginas, rango })),
    leido && tamanosText(leido.tamanos.map(({ ancho, alto }) => ({ ancho_mm: ancho, alto_mm: alto }))),
    size > 0 && formatBytes(size), // 0: of a repeated order
  ]
    .filter(Boolean)
    .join(' · ')
}
