import { count } from '@imprimitodo/shared/rules/base/cantidad'
import type { Grupo, GrupoOrDefault } from '@imprimitodo/shared/rules/compra/archivo'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { pistasOfVolumen } from '@imprimitodo/shared/rules/compra/pistas'
import { hojaOfrecida, hojasOfrecidas, type Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import { ArrowDown, ArrowUp, ChevronDown, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Importe } from '../../ui/form/importe.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Avisos } from '../../ui/notice/avisos.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { ArchivoFacts } from '../archivo-facts.tsx'
import { ArchivoThumbnail } from '../archivo-thumbnail.tsx'
import { isMissing, type OpcionesCarrito, setOpciones } from '../carrito/archivos.ts'
import { updateCarrito } from '../carrito/carrito.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { moveWithin } from '../carrito/grupos.ts'
import { useAvisos } from '../carrito/use-pedido.ts'
import { ChooseAgain } from '../choose-again.tsx'
import {
  CarasOption,
  HojaOption,
  Option,
  Options,
  PorCarillaOption,
  RangoOption,
  TintaOption,
} from './archivo-options.tsx'
import { Copias } from './copias.tsx'
import type { DragParts } from './drag-parts-type.ts'
import { followFocus } from './follow-focus.ts'
import { HojearCarrito } from './hojear-carrito.tsx'
import { Move } from './move.tsx'
import { ORIENTACIONES } from './opciones.ts'
import { Pistas } from './pistas.tsx'
import { type Leidos, opcionesDePaso2 } from './precios.ts'
import { Toggle } from './toggle.tsx'
import styles from './volumen.module.css'

type Common = {
  restored: boolean
  disabled: boolean
  problems: ReadonlyMap<string, string>
  leidos: Leidos
  onMove: (id: string, grupo: GrupoOrDefault) => void
}

/** A binding area: one volume. Copies and orientation belong to its head, the rest to each file. */
export function VolumenArea({
  grupo,
  members,
  precio,
  tarifas,
  parts: { Zone, Item },
  ...common
}: Common & {
  grupo: Grupo
  members: ArchivoCarrito[]
  precio: { pesos: number; hojas: number } | null
  tarifas: Tarifas | null
  parts: DragParts
}) {
  const title = GRUPO_TITLES[grupo]
  const [first] = members
  const { disabled, leidos } = common
  const counted = members.flatMap(({ id }) => leidos.get(id) ?? [])
  const hojas = hojasOfrecidas(tarifas ?? {})
  const [asked = null, ...others] = new Set(members.map((one) => hojaOfrecida(tarifas ?? {}, one.hoja)))
  const hoja = others.length === 0 ? asked : null
  const isCounted = counted.length === members.length
  const isReady = first && tarifas && isCounted
  const change = (cambio: Partial<OpcionesCarrito>) =>
    first && updateCarrito((one) => setOpciones(one, first.id, cambio))
  return (
    <Zone
      zone={grupo}
      label={title}
      isEmpty={!first}
      className={cx(styles.volumen, !first && styles.empty)}
      overClassName={styles.over}
    >
      <Head title={title} first={first} disabled={disabled} change={change} />
      {isReady && (
        <Pistas
          of={title}
          pistas={pistasOfVolumen(
            members.flatMap((one) => {
              const leido = leidos.get(one.id)
              return leido ? [{ opciones: opcionesDePaso2(one, tarifas), leido }] : []
            }),
          )}
          disabled={disabled}
          onApply={() => change({ orientacion: 'horizontal' })}
        />
      )}
      {first && hojas.length > 1 && (
        <div className={styles.hoja} data-hojas-distintas={hoja === null || undefined}>
          <HojaOption of={title} value={hoja} hojas={hojas} disabled={disabled} onChange={change} />
          {hoja === null && (
            <Notice tone="warning">
              Sus archivos van en hojas distintas: elegí una para todo el anillado.
            </Notice>
          )}
        </div>
      )}
      {!first && <p className="muted">Vacío. Arrastrá archivos acá, o elegilos y tocá «Anillar juntos».</p>}
      {members.map((archivo, index) => (
        <Item key={archivo.id} archivo={archivo} disabled={disabled} className={styles.member}>
          {(grip) => (
            <Member
              {...common}
              archivo={archivo}
              grip={grip}
              place={index + 1}
              isLast={index === members.length - 1}
            />
          )}
        </Item>
      ))}
      {first && precio && isCounted && (
        <p className={styles.sum}>
          <span>
            {count(precio.hojas, 'hoja')}
            {first.duplicado > 1 && ' por copia'}
          </span>
          <Importe className={styles.pesos} pesos={precio.pesos} />
        </p>
      )}
      {isReady && <HojearCarrito name={title} archivos={members} leidos={counted} tarifas={tarifas} />}
    </Zone>
  )
}

/** The name of the binding, and the options of the whole: its copies and orientation are those of the file `first`. */
const Head = ({
  title,
  first,
  disabled,
  change,
}: {
  title: string
  first: ArchivoCarrito | undefined
  disabled: boolean
  change: (cambio: Partial<OpcionesCarrito>) => void
}) => (
  <div className={styles.head}>
    <h2>{title}</h2>
    {first && (
      <>
        <div className={styles.copias}>
          <span aria-hidden>Copias</span>
          <Copias
            of={title}
            value={first.duplicado}
            disabled={disabled}
            onChange={(duplicado) => change({ duplicado })}
          />
        </div>
        <div data-campo="orientacion">
          <Segmented
            label={`Orientación de ${title}`}
            options={ORIENTACIONES}
            value={first.orientacion}
            disabled={disabled}
            onChange={(orientacion) => change({ orientacion })}
          />
        </div>
      </>
    )}
  </div>
)

/** A file of the volume: a line that opens. */
function Member({
  archivo,
  grip,
  place,
  isLast,
  restored,
  disabled,
  problems,
  leidos,
  onMove,
}: Common & { archivo: ArchivoCarrito; grip: ReactNode; place: number; isLast: boolean }) {
  const { id, name, dobleFaz, color, por_carilla, rango } = archivo
  const problem = problems.get(id)
  const avisos = useAvisos(archivo)
  const missing = restored && isMissing(archivo)
  const [isOpen, setOpen] = useState(false)
  const domId = useId()
  const isFirst = place === 1
  const order = (to: 'up' | 'down') =>
    followFocus(id, `[data-order=${to}]`, () =>
      updateCarrito((one) => moveWithin(one, id, to === 'up' ? -1 : 1)),
    )
  const common = {
    of: name,
    disabled,
    onChange: (cambio: Partial<OpcionesCarrito>) => updateCarrito((one) => setOpciones(one, id, cambio)),
  }
  return (
    <>
      <div className={styles.line}>
        {grip && <span className={styles.grip}>{grip}</span>}
        <span className={styles.place} aria-hidden>
          {place}
        </span>
        <ArchivoThumbnail archivo={archivo} anillado={false} className={styles.thumbnail} />
        <div className={styles.text}>
          <Toggle
            name={name}
            of={`${domId}-options`}
            isOpen={isOpen}
            onToggle={() => setOpen(!isOpen)}
            className={styles.toggle}
            aria-describedby={`${domId}-facts`}
          />
          <div id={`${domId}-facts`}>
            <p className={styles.name}>{name}</p>
            <ArchivoFacts archivo={archivo} />
          </div>
          <ChevronDown className={styles.chevron} size={18} strokeWidth={2.4} aria-hidden />
        </div>
        <IconButton
          quiet
          icon={X}
          label={`Quitar del grupo ${name}`}
          disabled={disabled}
          onClick={() => onMove(id, 'default')}
        />
      </div>
      {(problem || missing || avisos.length > 0) && (
        <div className={styles.problem} data-problem={problem ? true : undefined}>
          {problem && <Notice tone="error">{problem}</Notice>}
          {missing && <ChooseAgain archivo={archivo} />}
          <Avisos avisos={avisos} of={name} />
        </div>
      )}
      <div id={`${domId}-options`} hidden={!isOpen} className={styles.options}>
        {isOpen && (
          <Options>
            {!(isFirst && isLast) && (
              <Option caption="Lugar">
                <div className={styles.order}>
                  <IconButton
                    icon={ArrowUp}
                    label={`Subir ${name} en el anillado`}
                    disabled={disabled || isFirst}
                    data-order="up"
                    onClick={() => order('up')}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={`Bajar ${name} en el anillado`}
                    disabled={disabled || isLast}
                    data-order="down"
                    onClick={() => order('down')}
                  />
                </div>
              </Option>
            )}
            <CarasOption {...common} value={dobleFaz} />
            <TintaOption {...common} value={color} />
            <PorCarillaOption {...common} value={por_carilla} />
            <RangoOption {...common} value={rango} paginas={leidos.get(id)?.paginas ?? null} />
            <Option caption="Grupo">
              <Move archivo={archivo} disabled={disabled} onMove={(grupo) => onMove(id, grupo)} />
            </Option>
          </Options>
        )}
      </div>
    </>
  )
}
