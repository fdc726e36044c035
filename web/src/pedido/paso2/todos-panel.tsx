import { count } from '@imprimitodo/shared/rules/base/cantidad'
import type { NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { Thumbnail } from '../../ui/picture/thumbnail.tsx'
import { useMedia } from '../../ui/state/use-media.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import {
  AnilladoOption,
  CarasOption,
  CopiasOption,
  HojaOption,
  Options,
  OrientacionOption,
  TintaOption,
} from './archivo-options.tsx'
import { comunesOf, isPreset, type OpcionesTodos, PRESETS } from './todos.ts'
import styles from './todos-panel.module.css'

const OF = 'todos los archivos'

/** Options for all files at once. An option in which they differ has no mark. */
export function TodosPanel({
  archivos,
  paginas,
  hojas,
  disabled,
  onChange,
}: {
  archivos: readonly ArchivoCarrito[]
  /** The pages of all files; null while some file was not read. */
  paginas: number | null
  /** The paper that is sold. */
  hojas: readonly NombreHoja[]
  disabled: boolean
  /** `what` in words: 'doble faz', «Apunte». */
  onChange: (opciones: Partial<OpcionesTodos>, what: string) => void
}) {
  const id = useId()
  const isWide = useMedia('(min-width: 62.5em)')
  const [chosen, setOpen] = useState<boolean | null>(null)
  const isOpen = chosen ?? isWide
  const comunes = comunesOf(archivos)
  const copias = archivos.map(({ duplicado }) => duplicado)
  const common = { of: OF, disabled }
  return (
    <section className={styles.panel} aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`}>Todos los archivos</h2>
        <p className={styles.facts}>
          {count(archivos.length, 'archivo')}
          {paginas !== null && ` · ${count(paginas, 'página')}`}
        </p>
      </div>
      <fieldset className={styles.presets} disabled={disabled}>
        <legend className="visually-hidden">Combinaciones listas</legend>
        {PRESETS.map((preset) => {
          const { nombre, texto, opciones } = preset
          return (
            <label key={nombre}>
              <input
                type="radio"
                name={`${id}-preset`}
                checked={isPreset(preset, comunes)}
                onChange={() => onChange(opciones, `como «${nombre}»`)}
                aria-labelledby={`${id}-${nombre}`}
                aria-describedby={`${id}-${nombre}-texto`}
              />
              <span className={styles.drawing}>
                <Thumbnail
                  className={styles.thumbnail}
                  orientacion="vertical"
                  dobleFaz={opciones.dobleFaz}
                  color={opciones.color === 'color'}
                  anillado={opciones.anillado}
                />
              </span>
              <b id={`${id}-${nombre}`}>{nombre}</b>
              <span id={`${id}-${nombre}-texto`} className={styles.texto}>
                {texto}
              </span>
            </label>
          )
        })}
      </fieldset>
      <button
        type="button"
        className={styles.more}
        aria-expanded={isOpen}
        aria-controls={`${id}-options`}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal size={18} strokeWidth={2.4} aria-hidden />
        Cambiar una opción en los {archivos.length}
        <ChevronDown className={styles.chevron} size={18} strokeWidth={2.4} aria-hidden />
      </button>
      <div id={`${id}-options`} hidden={!isOpen} className={styles.options}>
        <Options>
          <CopiasOption
            {...common}
            value={comunes.duplicado}
            ends={[Math.min(...copias), Math.max(...copias)]}
            onChange={(one) => onChange(one, one.duplicado === 1 ? '1 copia' : `${one.duplicado} copias`)}
          />
          <CarasOption
            {...common}
            value={comunes.dobleFaz}
            onChange={(one) => onChange(one, one.dobleFaz ? 'doble faz' : 'simple faz')}
          />
          <TintaOption
            {...common}
            value={comunes.color}
            onChange={(one) => onChange(one, one.color === 'color' ? 'a color' : 'en blanco y negro')}
          />
          <HojaOption
            {...common}
            value={comunes.hoja}
            hojas={hojas}
            onChange={(one) => onChange(one, `en hojas ${one.hoja}`)}
          />
          <OrientacionOption
            {...common}
            value={comunes.orientacion}
            onChange={(one) => onChange(one, `orientación ${one.orientacion}`)}
          />
          <AnilladoOption
            {...common}
            value={comunes.anillado}
            onChange={(one) => onChange(one, one.anillado ? 'anillados, cada uno aparte' : 'sin anillar')}
          />
        </Options>
        {Object.values(comunes).includes(null) && (
          <p className={styles.facts}>Donde no hay nada marcado, los archivos tienen cosas distintas.</p>
        )}
      </div>
    </section>
  )
}
