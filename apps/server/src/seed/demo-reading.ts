/** Content of the demo besides slides and cases: a page, an embedded page, a textbook, quizzes, tags, a user group. */
import type { QuestionInput } from "#quiz/write-question.ts";
import { DEMO_BOOK_PAGES } from "./demo-book.ts";

/** Title of the folder of the first course that contains it. */
export const READING_FOLDER = "Kidney";

export const DEMO_TAGS = { course: ["histology", "first steps"], folder: ["kidney", "H&E", "PAS"] } as const;

export const DEMO_PICTURE = { title: "Scheme of a kidney", filename: "kidney-scheme.png" } as const;

export const DEMO_PAGE = {
  title: "How to look at a kidney",
  subtitle: "Before you open the slides",
  /** @param picture address of the picture in the media library. */
  content: (picture: string) =>
    "<p>Begin at low power: find the capsule, then the cortex with its round corpuscles. Only then look at single tubules.</p>" +
    `<p><img src="${picture}" alt="A kidney cut in half: cortex, pyramids, pelvis" width="240"></p>` +
    "<h2>Telling tubules apart</h2>" +
    "<table><tbody><tr><th>Part</th><th>Cells</th><th>Lumen</th></tr>" +
    "<tr><td>Proximal</td><td>tall, eosinophilic</td><td>narrow, with a brush border</td></tr>" +
    "<tr><td>Distal</td><td>low, pale</td><td>wide and clear</td></tr>" +
    "<tr><td>Collecting duct</td><td>pale, sharp borders</td><td>wide</td></tr></tbody></table>",
};

/** A host reserved for examples: its page shows nothing of anybody. */
export const DEMO_EMBED = {
  host: "example.com",
  title: "A page of another site",
  url: "https://example.com/",
  description: "Pages of hosts that an administrator has allowed stand among the slides.",
} as const;

export const DEMO_RADIOLOGY = {
  title: "Trunk of a phantom, CT",
  subtitle: "24 slices of 5 mm",
  summary: "Drawn by Parfocal itself: an oval trunk with a spine and two kidneys. In which of them is the stone?",
  filename: "phantom.zip",
} as const;

export const DEMO_TEXTBOOK = {
  title: "The kidney: a short guide",
  summary: "A small PDF that Parfocal has written itself.",
  filename: "kidney.pdf",
  pages: DEMO_BOOK_PAGES,
} as const;

export const DEMO_GROUP = {
  title: "Histology 101",
  /** Key of the scene whose slide is also in the folder. */
  scene: "liver-he",
  /** Folder of the first course that only its members see. */
  folder: {
    title: "Exam room",
    description: "Seen by the members of “Histology 101” and by everyone who manages content.",
  },
} as const;

/** A folder that only those see who register by a form beside it. */
export const DEMO_ENROLLMENT = {
  group: "Liver seminar",
  scene: "liver-he",
  folder: { title: "Liver seminar", description: "Seen by those who have registered for it." },
  form: {
    title: "Register for the liver seminar",
    subtitle: "The slides of the seminar open at once",
    description: "<p>Tell us <strong>who you are</strong>. Those who teach see your answers, nobody else does.</p>",
  },
  fields: [
    { id: "number", title: "Matriculation number", type: "text", options: [] },
    { id: "semester", title: "Semester", type: "select", options: ["1 to 4", "5 to 8", "9 and above"] },
    { id: "country", title: "Where do you study?", type: "country", options: [] },
  ],
} as const;

const option = (text: string, isCorrect = false) => ({ option: text, isCorrect, left: "", right: "", region: null });
const pair = (left: string, right: string) => ({ option: "", isCorrect: false, left, right, region: null });
export const question = (input: Pick<QuestionInput, "title" | "type"> & Partial<QuestionInput>): QuestionInput => ({
  content: "",
  itemId: null,
  score: 1,
  correctAnswer: "",
  answerOptions: [],
  ...input,
});

export const DEMO_QUIZZES = {
  individual: {
    title: "Kidney: a quiz",
    questions: [
      question({
        title: "Which stain shows basement membranes best?",
        type: "multiple-choice",
        answerOptions: [option("H&E"), option("PAS", true), option("Ki-67")],
        explanation:
          "<p>PAS stains glycoproteins, and basement membranes contain many of them: they become magenta. With H&amp;E they are as pink as what is around them; Ki-67 marks the nuclei of cells that divide.</p>",
      }),
      question({
        title: "What lies in the cortex?",
        type: "multiple-answer",
        score: 2,
        answerOptions: [option("Glomeruli", true), option("Proximal tubules", true), option("The renal pelvis")],
      }),
      question({
        title: "What fits together?",
        type: "matching",
        score: 2,
        answerOptions: [pair("Proximal tubule", "brush border"), pair("Distal tubule", "wide, clear lumen")],
      }),
      question({
        title: "What is the tuft of capillaries called?",
        type: "short-answer",
        correctAnswer: "glomerulus|renal glomerulus",
      }),
    ],
    /** Asked of the slide of this scene that the quiz shows. */
    ofSlide: {
      scene: "kidney-he",
      question: question({
        title: "Is the slide taken from cortex or medulla?",
        type: "multiple-choice",
        answerOptions: [option("Cortex", true), option("Medulla")],
      }),
      /** A question about the same slide: the capsule is at its upper edge. */
      region: {
        title: "At which edge of the slide does the capsule lie? Mark it.",
        option: "The upper edge",
        /** Of the slide's height, from the top. */
        share: 0.2,
      },
    },
  },
  common: {
    title: "The same question of both stains",
    scenes: ["kidney-he", "kidney-pas"],
    question: question({ title: "Which stain is it?", type: "short-answer" }),
  },
  generated: { title: "What is shown?" },
} as const;
