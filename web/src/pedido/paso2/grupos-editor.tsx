import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { GRUPOS, type GrupoOrDefault } from '@imprimitodo/shared/rules/compra/archivo'
import type { Aviso } from '@imprimitodo/shared/rules/compra/aviso'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import type { Leido } from '@imprimitodo/shared/rules/compra/pistas'
import type { Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Importe } from '../../ui/form/importe.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import { ArchivoThumbnail } from '../archivo-thumbnail.tsx'
import { getCarrito, useCarrito } from '../carrito/carrito.ts'
import type { ArchivoCarrito, Carrito } from '../carrito/carrito-state.ts'
import { type Moved, membersOf, moveToGrupo } from '../carrito/grupos.ts'
import { ArchivoAbierto, Remove } from './archivo-abierto.tsx'
import { Option } from './archivo-options.tsx'
import { useDragParts } from './drag-parts.tsx'
import { followFocus } from './follow-focus.ts'
import styles from './grupos-editor.module.css'
import { Move } from './move.tsx'
import type { Leidos, PreciosDePaso2 } from './precios.ts'
import { ProblemaDeArchivo } from './problema.tsx'
import { Toggle } from './toggle.tsx'
import { VolumenArea } from './volumen.tsx'

/**
 * Step 2 while grouping: the three binding areas, and the files in none of them, to tick, drag or move there.
 */
export function GruposEditor({
  restored,
  disabled,
  problems,
  leidos,
  precios,
  tarifas,
  avisosOf,
  elegidos,
  onChoose,
  onMoved,
  onRemove,
}: {
  restored: boolean
  disabled: boolean
  problems: ReadonlyMap<string, string>
  leidos: Leidos
  precios: PreciosDePaso2
  tarifas: Tarifas | null
  avisosOf: (archivo: ArchivoCarrito) => readonly Aviso[]
  /** Ids of the ticked ones, in their order. */
  elegidos: readonly string[]
  onChoose: (id: string) => void
  /** Makes the change, and shows its notice. */
  onMoved: (change: (carrito: Carrito) => Moved) => void
  onRemove: (id: string) => void
}) {
  const carrito = useCarrito()
  const parts = useDragParts()
  const [moved, setMoved] = useState('')
  const { Provider, Zone, Item } = parts
  const loose = membersOf(carrito, 'default')
  const isAnyBound = loose.length < carrito.archivos.length

  function move(id: string, grupo: GrupoOrDefault) {
    const before = getCarrito().archivos.find((one) => one.id === id)
    if (!before || before.grupo === grupo) return
    followFocus(id, 'select', () => {
      onMoved((one) => moveToGrupo(one, id, grupo))
      setMoved(`«${before.name}» pasó a ${grupo === 'default' ? 'Sin agrupar' : GRUPO_TITLES[grupo]}.`)
    })
  }

  return (
    <Provider archivos={carrito.archivos} onMove={move}>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
      <div className={cx(styles.editor, isAnyBound && styles.some)}>
        <div>
          <Zone zone="default" label="Sin agrupar" className={styles.zone} overClassName={styles.over}>
            <h2>Sin agrupar</h2>
            {loose.length === 0 ? (
              <p className="muted">Todos los archivos están en un anillado.</p>
            ) : (
              <p className={styles.how}>Tocalos en el orden en que van anillados.</p>
            )}
            {loose.length > 0 && (
              <div className={styles.list}>
                {loose.map((archivo) => (
                  <Item key={archivo.id} archivo={archivo} disabled={disabled} className={styles.item}>
                    {(grip) => (
                      <Suelto
                        archivo={archivo}
                        leido={leidos.get(archivo.id) ?? null}
                        tarifas={tarifas}
                        avisos={avisosOf(archivo)}
                        precio={precios.archivos.get(archivo.id) ?? null}
                        place={elegidos.indexOf(archivo.id) + 1}
                        restored={restored}
                        disabled={disabled}
                        problem={problems.get(archivo.id)}
                        grip={grip}
                        onChoose={onChoose}
                        onMove={move}
                        onRemove={onRemove}
                      />
                    )}
                  </Item>
                ))}
              </div>
            )}
          </Zone>
        </div>
        <div className={styles.volumenes}>
          {GRUPOS.map((grupo) => (
            <VolumenArea
              key={grupo}
              grupo={grupo}
              members={membersOf(carrito, grupo)}
              parts={parts}
              restored={restored}
              disabled={disabled}
              problems={problems}
              leidos={leidos}
              tarifas={tarifas}
              precio={precios.volumenes.get(grupo) ?? null}
              onMove={move}
            />
          ))}
        </div>
      </div>
    </Provider>
  )
}

/** The tick of a file with its facts: the whole of it can be pressed. */
function Tilde({ archivo, leido, precio, place, disabled, onChoose }: TildeProps) {
  const { id, name, duplicado } = archivo
  const facts = [leido && count(leido.paginas, 'página'), precio && count(precio.hojas / duplicado, 'hoja')]
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        checked={place > 0}
        disabled={disabled}
        aria-label={place > 0 ? `${name}, lugar ${place}` : name}
        onChange={() => onChoose(id)}
      />
      <span className={styles.place} aria-hidden>
        {place > 0 && place}
      </span>
      <ArchivoThumbnail archivo={archivo} className={styles.thumbnail} />
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        {precio && <Importe className={styles.pesos} pesos={precio.pesos} />}
        <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
      </span>
    </label>
  )
}

type TildeProps = {
  archivo: ArchivoCarrito
  leido: Leido | null
  precio: { pesos: number; hojas: number } | null
  /** The file's place in the volume being ticked, from 1; 0: not ticked. */
  place: number
  disabled: boolean
  onChoose: (id: string) => void
}

/** A file in no area. The whole line belongs to its tick, which carries the file's place in the volume. */
function Suelto({
  archivo,
  leido,
  tarifas,
  avisos,
  precio,
  place,
  restored,
  disabled,
  problem,
  grip,
  onChoose,
  onMove,
  onRemove,
}: TildeProps & {
  tarifas: Tarifas | null
  avisos: readonly Aviso[]
  restored: boolean
  problem?: string
  grip: ReactNode
  onMove: (id: string, grupo: GrupoOrDefault) => void
  onRemove: (id: string) => void
}) {
  const { id, name } = archivo
  const [isOpen, setOpen] = useState(false)
  const domId = useId()
  // On a phone the line has only the tick
  const hasRoom = useMedia('(min-width: 47.5em)')
  const move = <Move archivo={archivo} disabled={disabled} onMove={(grupo) => onMove(id, grupo)} />
  return (
    <article
      className={cx(styles.suelto, place > 0 && styles.chosen, problem && styles.wrong)}
      aria-label={name}
      data-problem={problem ? true : undefined}
    >
      <Tilde
        archivo={archivo}
        leido={leido}
        precio={precio}
        place={place}
        disabled={disabled}
        onChoose={onChoose}
      />
      {hasRoom && move}
      {/* Without its grip the whole line would drag */}
      {grip && <span className={styles.grip}>{grip}</span>}
      <Toggle
        name={name}
        of={`${domId}-options`}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
        className={styles.toggle}
      >
        <ChevronDown size={18} strokeWidth={2.4} aria-hidden />
      </Toggle>
      <ProblemaDeArchivo archivo={archivo} restored={restored} problem={problem} className={styles.problem}>
        {!isOpen && <Remove archivo={archivo} disabled={disabled} onRemove={onRemove} />}
      </ProblemaDeArchivo>
      <div id={`${domId}-options`} hidden={!isOpen} className={styles.options}>
        {isOpen && (
          <ArchivoAbierto
            archivo={archivo}
            leido={leido}
            tarifas={tarifas}
            avisos={avisos}
            disabled={disabled}
            onRemove={onRemove}
            before={!hasRoom && <Option caption="Grupo">{move}</Option>}
          />
        )}
      </div>
    </article>
  )
}
