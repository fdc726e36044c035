import type { NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import type { ReactNode } from 'react'
import { POR_CARILLAS, porCarillaOf } from '../../ui/form/por-carilla.tsx'
import { RangoField } from '../../ui/form/rango.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import type { OpcionesCarrito } from '../carrito/archivos.ts'
import styles from './archivo-options.module.css'
import { Copias } from './copias.tsx'
import { ANILLADOS, CARAS, ORIENTACIONES, TINTAS } from './opciones.ts'

/** A choice with its caption: beside it on phones, above it on wider screens. `campo` is what a hint leads to. */
export function Option({
  caption,
  campo,
  children,
}: {
  caption: string
  campo?: keyof OpcionesCarrito
  children: ReactNode
}) {
  return (
    <div className={styles.option} data-campo={campo}>
      <span aria-hidden>{caption}</span>
      {children}
    </div>
  )
}

export function Options({ children }: { children: ReactNode }) {
  return <div className={styles.options}>{children}</div>
}

type Props<K extends keyof OpcionesCarrito> = {
  /** The name of what the options belong to: 'tesis.pdf', 'todos los archivos' */
  of: string
  /** Null: the files differ. */
  value: OpcionesCarrito[K] | null
  disabled?: boolean
  onChange: (cambio: Pick<OpcionesCarrito, K>) => void
}

export const CopiasOption = ({
  ends,
  onChange,
  ...rest
}: Props<'duplicado'> & { ends?: readonly [number, number] }) => (
  <Option caption="Copias" campo="duplicado">
    <Copias {...rest} ends={ends} onChange={(duplicado) => onChange({ duplicado })} />
  </Option>
)

export const CarasOption = ({ of, value, disabled, onChange }: Props<'dobleFaz'>) => (
  <Option caption="Caras" campo="dobleFaz">
    <Segmented
      label={`Caras de ${of}`}
      options={CARAS}
      value={value === null ? null : value ? 'doble' : 'simple'}
      disabled={disabled}
      onChange={(chosen) => onChange({ dobleFaz: chosen === 'doble' })}
    />
  </Option>
)

export const TintaOption = ({ of, value, disabled, onChange }: Props<'color'>) => (
  <Option caption="Tinta" campo="color">
    <Segmented
      label={`Tinta de ${of}`}
      options={TINTAS}
      value={value}
      disabled={disabled}
      onChange={(color) => onChange({ color })}
    />
  </Option>
)

export const OrientacionOption = ({ of, value, disabled, onChange }: Props<'orientacion'>) => (
  <Option caption="Orientación" campo="orientacion">
    <Segmented
      label={`Orientación de ${of}`}
      options={ORIENTACIONES}
      value={value}
      disabled={disabled}
      onChange={(orientacion) => onChange({ orientacion })}
    />
  </Option>
)

export const AnilladoOption = ({ of, value, disabled, onChange }: Props<'anillado'>) => (
  <Option caption="Anillado" campo="anillado">
    <Segmented
      label={`Anillado de ${of}`}
      options={ANILLADOS}
      value={value === null ? null : value ? 'si' : 'no'}
      disabled={disabled}
      onChange={(chosen) => onChange({ anillado: chosen === 'si' })}
    />
  </Option>
)

export const PorCarillaOption = ({ of, value, disabled, onChange }: Props<'por_carilla'>) => (
  <Option caption="Por carilla" campo="por_carilla">
    <Segmented
      label={`Páginas por carilla de ${of}`}
      options={POR_CARILLAS}
      value={value === null ? null : `${value}`}
      disabled={disabled}
      onChange={(chosen) => onChange({ por_carilla: porCarillaOf(chosen) })}
    />
  </Option>
)

/** Only where the shop sells more than one paper. */
export const HojaOption = ({
  of,
  value,
  disabled,
  hojas,
  onChange,
}: Props<'hoja'> & { hojas: readonly NombreHoja[] }) =>
  hojas.length > 1 && (
    <Option caption="Hoja" campo="hoja">
      <Segmented
        label={`Hoja de ${of}`}
        options={hojas.map((nombre) => ({ value: nombre, label: nombre }))}
        value={value}
        disabled={disabled}
        onChange={(hoja) => onChange({ hoja })}
      />
    </Option>
  )

export const RangoOption = ({
  paginas,
  ...rest
}: Omit<Props<'rango'>, 'value'> & { value: string | null; paginas: number | null }) => (
  <Option caption="Páginas" campo="rango">
    <RangoField {...rest} paginas={paginas} />
  </Option>
)
