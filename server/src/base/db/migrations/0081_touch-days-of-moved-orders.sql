-- An order that was paid in part has no day of its own yet, and the days of its payments change when it moves to another
-- branch. A draft has no payments, and changes often.
CREATE OR REPLACE TRIGGER "pedidos_dias_cambio" AFTER UPDATE ON "pedidos" FOR EACH ROW
	WHEN ((OLD.estado <> 'borrador' OR coalesce(NEW.pagado, NEW.prometido, NEW.cerrado) IS NOT NULL)
		AND (OLD.estado, OLD.sucursal_id, OLD.pagado, OLD.prometido, OLD.listo, OLD.cerrado, OLD.modo_entrega, OLD.costo_delivery,
			OLD.importe_final, OLD.total_impresion, OLD.total_anillado, OLD.final_impresion, OLD.final_anillado, OLD.final_otros,
			OLD.descuento_mano, OLD.descuento_hojas, OLD.descuento_porcentaje, OLD.descuento_codigo)
		IS DISTINCT FROM (NEW.estado, NEW.sucursal_id, NEW.pagado, NEW.prometido, NEW.listo, NEW.cerrado, NEW.modo_entrega,
			NEW.costo_delivery, NEW.importe_final, NEW.total_impresion, NEW.total_anillado, NEW.final_impresion,
			NEW.final_anillado, NEW.final_otros, NEW.descuento_mano, NEW.descuento_hojas, NEW.descuento_porcentaje,
			NEW.descuento_codigo))
	EXECUTE FUNCTION "tocar_dias"('id', 'pagado', 'prometido', 'cerrado');
