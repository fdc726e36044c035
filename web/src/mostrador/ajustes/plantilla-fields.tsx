import {
  MARCAS,
  PLANTILLA_MAX,
  PLANTILLA_TITLES,
  PLANTILLAS,
  type Plantilla,
  plantillaProblem,
} from '@imprimitodo/shared/rules/mostrador/plantilla'
import { TextAreaField } from '../../ui/form/field.tsx'
import styles from './ajustes.module.css'
import { FieldGroup } from './field-group.tsx'

/** The texts that staff sends by WhatsApp, each with its own message while it is typed. */
export function PlantillaFields({
  textos,
  problem,
  onChange,
}: {
  textos: Record<Plantilla, string>
  problem: string | undefined
  onChange: (textos: Record<Plantilla, string>) => void
}) {
  return (
    <FieldGroup title="Textos de WhatsApp" part="whatsapp" problem={problem}>
      <p className={styles.hint}>
        Salen del botón de WhatsApp de cada pedido, escritos y sin mandar. Entre llaves van los datos:{' '}
        {MARCAS.map((marca) => `{${marca}}`).join(', ')}.
      </p>
      {PLANTILLAS.map((one) => (
        <TextAreaField
          key={one}
          label={PLANTILLA_TITLES[one]}
          className={styles.plantilla}
          rows={3}
          maxLength={PLANTILLA_MAX}
          value={textos[one]}
          error={plantillaProblem(textos[one])}
          onChange={({ target }) => onChange({ ...textos, [one]: target.value })}
        />
      ))}
    </FieldGroup>
  )
}
