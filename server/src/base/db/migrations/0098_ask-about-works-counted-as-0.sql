-- Works that stopped after their document was allowed: a count of 0 does not prove that nothing came out, and with it they
-- would go to another printer without a question
UPDATE "impresiones" i SET "contadas" = NULL
	WHERE i."estado" = 'detenida' AND i."contadas" = 0
		AND EXISTS (SELECT FROM "intentos" t WHERE t."impresion_id" = i."id" AND t."autorizado" IS NOT NULL);
