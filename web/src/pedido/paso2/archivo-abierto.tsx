import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Aviso } from '@imprimitodo/shared/rules/compra/aviso'
import {
  ahorroOf,
  type Leido,
  type Pista,
  type PistaClave,
  pistasOf,
} from '@imprimitodo/shared/rules/compra/pistas'
import { hojaOfrecida, hojasOfrecidas, type Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import { BadgeCheck, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { TextButton } from '../../ui/button.tsx'
import { Avisos } from '../../ui/notice/avisos.tsx'
import { type OpcionesCarrito, setOpciones } from '../carrito/archivos.ts'
import { updateCarrito } from '../carrito/carrito.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import styles from './archivo-abierto.module.css'
import {
  AnilladoOption,
  CarasOption,
  CopiasOption,
  HojaOption,
  Options,
  OrientacionOption,
  PorCarillaOption,
  RangoOption,
  TintaOption,
} from './archivo-options.tsx'
import { HojearCarrito } from './hojear-carrito.tsx'
import { Pistas, shortPesos } from './pistas.tsx'
import { opcionesDePaso2 } from './precios.ts'

/** The open part of a file outside the groups: its avisos, its hints and all its options. */
export function ArchivoAbierto({
  archivo,
  leido,
  tarifas,
  avisos,
  before,
  disabled,
  onRemove,
}: {
  archivo: ArchivoCarrito
  leido: Leido | null
  tarifas: Tarifas | null
  avisos: readonly Aviso[]
  /** Rendered before the options. */
  before?: ReactNode
  disabled: boolean
  /** Null: it is removed elsewhere. */
  onRemove: ((id: string) => void) | null
}) {
  const { id, name, duplicado, dobleFaz, color, orientacion, anillado, por_carilla, rango } = archivo
  const pistas = usePistas(archivo, leido, tarifas)
  const change = (cambio: Partial<OpcionesCarrito>) => updateCarrito((one) => setOpciones(one, id, cambio))
  const common = { of: name, disabled, onChange: change }
  const saved = leido && tarifas ? ahorroOf(opcionesDePaso2(archivo, tarifas), leido, tarifas) : 0
  const { hoja } = archivo
  const { shownAvisos, shownPistas } = withoutRepeating(avisos, pistas)
  return (
    <div className={styles.open}>
      <Avisos avisos={shownAvisos} of={name} />
      <Pistas
        of={name}
        pistas={shownPistas}
        disabled={disabled}
        onApply={({ cambio }) => cambio && change(asCarrito(cambio))}
      />
      <Options>
        {before}
        <CopiasOption {...common} value={duplicado} />
        <CarasOption {...common} value={dobleFaz} />
        <TintaOption {...common} value={color} />
        {tarifas && (
          <HojaOption {...common} value={hojaOfrecida(tarifas, hoja)} hojas={hojasOfrecidas(tarifas)} />
        )}
        <OrientacionOption {...common} value={orientacion} />
        <AnilladoOption {...common} value={anillado} />
        <PorCarillaOption {...common} value={por_carilla} />
        <RangoOption {...common} value={rango} paginas={leido?.paginas ?? null} />
      </Options>
      {(saved > 0 || onRemove) && (
        <div className={styles.foot}>
          {onRemove && leido && tarifas && (
            <HojearCarrito name={name} archivos={[archivo]} leidos={[leido]} tarifas={tarifas} />
          )}
          {saved > 0 && (
            <p className={styles.saved}>
              <BadgeCheck size={18} strokeWidth={2.4} aria-hidden />
              Así ahorrás {shortPesos(toPesos(saved))}
            </p>
          )}
          {onRemove && <Remove archivo={archivo} disabled={disabled} onRemove={onRemove} />}
        </div>
      )}
    </div>
  )
}

export const Remove = ({
  archivo: { id, name },
  disabled,
  onRemove,
}: {
  archivo: ArchivoCarrito
  disabled: boolean
  onRemove: (id: string) => void
}) => (
  <TextButton
    icon={Trash2}
    className={styles.remove}
    aria-label={`Quitar ${name}`}
    disabled={disabled}
    onClick={() => onRemove(id)}
  >
    Quitar
  </TextButton>
)

/** The hints of a file outside the groups. */
export const usePistas = (
  archivo: ArchivoCarrito,
  leido: Leido | null,
  tarifas: Tarifas | null,
): readonly Pista[] =>
  useMemo(
    () => (leido && tarifas ? pistasOf(opcionesDePaso2(archivo, tarifas), leido, tarifas) : []),
    [archivo, leido, tarifas],
  )

/**
 * Removes repetitions: a hint with an action replaces its aviso, and an aviso that names pages replaces a
 * hint.
 */
function withoutRepeating(avisos: readonly Aviso[], pistas: readonly Pista[]) {
  const isHinted = (clave: PistaClave) => pistas.some((one) => one.clave === clave)
  const doesPaper = pistas.some(({ clave, cambio }) => clave === 'tamano' && cambio)
  const isTold = !doesPaper && avisos.some(({ codigo }) => codigo === 'escala')
  return {
    shownAvisos: avisos.filter(
      ({ codigo }) =>
        !(codigo === 'escala' && doesPaper) &&
        !(codigo === 'color_en_byn' && isHinted('color')) &&
        !(codigo === 'apaisada' && isHinted('apaisado')),
    ),
    shownPistas: isTold ? pistas.filter(({ clave }) => clave !== 'tamano') : pistas,
  }
}

const asCarrito = ({ doble_faz, ...cambio }: NonNullable<Pista['cambio']>): Partial<OpcionesCarrito> => ({
  ...cambio,
  ...(doble_faz !== undefined && { dobleFaz: doble_faz }),
})
