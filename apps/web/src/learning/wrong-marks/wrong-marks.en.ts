/** English texts of the wrong marks of a question. */
export const wrongMarksEn = {
  title: "Wrong marks",
  none: "No learner has made a wrong mark.",
  notAnswered: "Nobody has answered this question.",
  summary_one: "{{wrong}} of {{count}} learner made a wrong mark.",
  summary_other: "{{wrong}} of {{count}} learners made a wrong mark.",
  places: "Places of wrong marks",
  noPlaces: "No place was marked by two or more learners.",
  all: "All wrong marks",
  inAnnotation: "{{count}} of {{total}} marked “{{name}}”",
  inRegion: "{{count}} of {{total}} marked “{{name}}”, with too little overlap",
  inRegionWithoutName: "{{count}} of {{total}} marked the correct region, with too little overlap",
  unnamed: "{{count}} of {{total}} marked place {{number}}",
  shown: "{{shown}} of {{total}} marks are shown.",
  hint: "Marks in an expert annotation count under its title. Other marks within {{radius}} µm of each other are one place. An area or line is shown as a point.",
} as const;
