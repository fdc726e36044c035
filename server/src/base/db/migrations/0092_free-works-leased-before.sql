-- Printers whose document repeats the copies: an agent that leased a work from the version before would ask for the copies
-- of its ficha as well. Without a permission nothing was sent yet, so the work is leased anew
UPDATE "intentos" i SET "fase" = 'cancelado', "actualizado" = now()
	FROM "impresiones" t JOIN "impresoras" p ON p."id" = t."impresora_id"
	WHERE t."id" = i."impresion_id" AND p."repetir_copias" AND i."autorizado" IS NULL
		AND i."fase" NOT IN ('completo', 'abortado', 'cancelado', 'verificar');
