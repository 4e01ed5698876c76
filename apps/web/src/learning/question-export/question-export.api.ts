import { type ExportFormat, questionsFileName } from "@parfocal/core/question-export/export-formats.ts";
import { exportQuestions } from "@parfocal/core/question-export/question-export.contract.ts";
import { useMutation } from "@tanstack/react-query";
import { callForFile } from "#platform/call.ts";
import { saveFile } from "#ui/save-file.ts";

/** Exports the questions of a quiz as a file. */
export const useExportQuestions = (quizId: number) =>
  useMutation({
    mutationFn: (format: ExportFormat) => callForFile(exportQuestions, { params: { id: quizId }, query: { format } }),
    meta: { saysItsFailures: true },
    onSuccess: (file, format) => saveFile(questionsFileName(quizId, format), file),
  });
