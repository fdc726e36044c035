import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { GRUPOS, MAX_COPIAS, MIN_COPIAS, type Opciones } from '@imprimitodo/shared/rules/compra/archivo'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { A4, type NombreHoja, OTRAS_HOJAS } from '@imprimitodo/shared/rules/compra/hoja'
import { rangoLegible } from '@imprimitodo/shared/rules/compra/rango-escrito'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { preciosQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/form/field.tsx'
import { POR_CARILLAS, porCarillaOf } from '../../ui/form/por-carilla.tsx'
import { RangoField } from '../../ui/form/rango.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Stepper } from '../../ui/form/stepper.tsx'
import styles from './archivos-tabla.module.css'

/** How one file is printed. A range is rarely needed, so it is behind a button. */
export function OpcionesArchivo({
  of,
  opciones,
  paginas,
  disabled,
  onChange,
}: {
  /** Its name. */
  of: string
  opciones: Opciones
  /** Null: not counted yet. */
  paginas: number | null
  disabled: boolean
  onChange: (change: Partial<Opciones>) => void
}) {
  const { rango, por_carilla } = opciones
  const [isOpen, setOpen] = useState(rango !== null || por_carilla !== 1)
  return (
    <div className={styles.opciones}>
      <Stepper
        label={`Copias de ${of}`}
        less={`Una menos, ${of}`}
        more={`Una más, ${of}`}
        value={opciones.duplicado}
        min={MIN_COPIAS}
        max={MAX_COPIAS}
        disabled={disabled}
        onChange={(duplicado) => onChange({ duplicado })}
      />
      <Choose
        label={`Color de ${of}`}
        disabled={disabled}
        value={opciones.color}
        options={[
          ['blanco y negro', 'B/n'],
          ['color', 'Color'],
        ]}
        onChange={(color) => onChange({ color })}
      />
      <ChooseHoja of={of} value={opciones.hoja} disabled={disabled} onChange={onChange} />
      <Choose
        label={`Faz de ${of}`}
        disabled={disabled}
        value={opciones.doble_faz ? 'doble' : 'simple'}
        options={[
          ['doble', 'Doble faz'],
          ['simple', 'Simple faz'],
        ]}
        onChange={(faz) => onChange({ doble_faz: faz === 'doble' })}
      />
      <Choose
        label={`Orientación de ${of}`}
        disabled={disabled}
        value={opciones.orientacion}
        options={[
          ['vertical', 'Vertical'],
          ['horizontal', 'Horizontal'],
        ]}
        onChange={(orientacion) => onChange({ orientacion })}
      />
      <Choose
        label={`Anillado de ${of}`}
        disabled={disabled}
        value={opciones.grupo !== 'default' ? opciones.grupo : opciones.anillado ? 'solo' : 'no'}
        options={[
          ['no', 'Sin anillar'],
          ['solo', 'Anillado solo'],
          ...GRUPOS.map((grupo) => [grupo, `Junto: ${GRUPO_TITLES[grupo]}`] as const),
        ]}
        onChange={(value) =>
          onChange({
            anillado: value !== 'no',
            grupo: value === 'no' || value === 'solo' ? 'default' : value,
          })
        }
      />
      <Button
        size="medium"
        className={styles.cuales}
        aria-expanded={isOpen}
        aria-label={`Páginas de ${of}: ${cualesText(opciones)}`}
        iconAfter={isOpen ? ChevronUp : ChevronDown}
        onClick={() => setOpen(!isOpen)}
      >
        {cualesText(opciones)}
      </Button>
      {isOpen && (
        <div className={styles.paginas}>
          <Segmented
            label={`Páginas por carilla de ${of}`}
            options={POR_CARILLAS}
            value={`${por_carilla}`}
            disabled={disabled}
            onChange={(chosen) => onChange({ por_carilla: porCarillaOf(chosen) })}
          />
          <RangoField of={of} value={rango} paginas={paginas} disabled={disabled} onChange={onChange} />
        </div>
      )}
    </div>
  )
}

function cualesText({ rango, por_carilla }: Opciones): string {
  const cuales = rango === null ? 'Todas' : rangoLegible(rango)
  return por_carilla === 1 ? cuales : `${cuales}, ${por_carilla} por carilla`
}

/** '2 copias · B/n · doble faz · Anillado 1' */
export function resumenOpciones(opciones: Opciones): string {
  const { duplicado, color, doble_faz, orientacion, grupo, anillado, hoja, rango, por_carilla } = opciones
  const bound = grupo !== 'default' ? GRUPO_TITLES[grupo] : anillado && 'anillado'
  return [
    count(duplicado, 'copia'),
    color === 'color' ? 'color' : 'b/n',
    doble_faz ? 'doble faz' : 'simple faz',
    orientacion === 'horizontal' && 'horizontal',
    hoja !== A4.nombre && `hoja ${hoja}`,
    (rango !== null || por_carilla !== 1) && `pág. ${cualesText(opciones).toLowerCase()}`,
    bound,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Only where the shop sells more than one paper. */
function ChooseHoja({
  of,
  value,
  disabled,
  onChange,
}: {
  of: string
  value: NombreHoja
  disabled: boolean
  onChange: (cambio: { hoja: NombreHoja }) => void
}) {
  const { data: precios } = useQuery(preciosQuery)
  const otras = OTRAS_HOJAS.filter((nombre) => precios?.hojas?.[nombre])
  if (otras.length === 0) return null
  return (
    <Choose
      label={`Hoja de ${of}`}
      disabled={disabled}
      value={value}
      options={[A4.nombre, ...otras].map((hoja) => [hoja, `Hoja ${hoja}`] as const)}
      onChange={(hoja) => onChange({ hoja })}
    />
  )
}

function Choose<V extends string>({
  label,
  value,
  options,
  disabled,
  onChange,
}: {
  label: string
  value: V
  options: readonly (readonly [V, string])[]
  disabled: boolean
  onChange: (value: V) => void
}) {
  return (
    <Select
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => {
        const chosen = options.find(([own]) => own === target.value)
        if (chosen) onChange(chosen[0])
      }}
    >
      {options.map(([own, text]) => (
        <option key={own} value={own}>
          {text}
        </option>
      ))}
    </Select>
  )
}
