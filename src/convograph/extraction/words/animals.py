"""Nouns for animals."""

from __future__ import annotations

from convograph.extraction.words.listed import listed

ANIMALS = listed("""
    alligator, animal, ant, antelope, ape, badger, bat, beagle, bear, beaver, bee, beetle, bird, bison, bulldog,
    bull, bunny, butterfly, calf, camel, canary, cardinal, cat, caterpillar, chameleon, cheetah, chick, chickadee,
    chihuahua, chimpanzee, chinchilla, chipmunk, cicada, cobra, cockatiel, cockatoo, cockroach, collie, cow, coyote,
    crab, cricket, crocodile, crow, dachshund, dalmatian, deer, dinosaur, dog, doggo, doggy, dolphin, donkey, dove,
    dragonfly, duck, duckling, eagle, elephant, elk, falcon, fawn, ferret, finch, firefly, fish, flamingo, foal,
    fox, frog, gecko, gerbil, giraffe, goat, goldfish, goose, gorilla, grasshopper, greyhound, guinea pig, gull,
    hamster, hare, hawk, hedgehog, hen, heron, hippo, hornet, horse, hound, hummingbird, husky, hyena, iguana,
    insect, jaguar, jellyfish, kangaroo, kitten, kitty, koala, labrador, lamb, lemur, leopard, lion, lizard, llama,
    lobster, lynx, macaw, mammal, mare, meerkat, mole, monkey, moose, mosquito, moth, mouse, mule, mutt, newt,
    octopus, orangutan, ostrich, otter, owl, ox, oyster, panda, panther, parakeet, parrot, peacock, pelican,
    penguin, pet, pig, pigeon, piglet, platypus, pony, poodle, porcupine, possum, predator, pup, puppy, python,
    quail, rabbit, raccoon, rat, raven, reindeer, reptile, retriever, rhino, robin, rooster, rottweiler, salamander,
    salmon, scorpion, seagull, seahorse, shark, sheep, sheepdog, shepherd, shrimp, skunk, sloth, snail, snake,
    sparrow, spaniel, spider, squid, squirrel, stallion, starfish, stork, stray, swallow, swan, tabby, tadpole,
    terrier, tiger, toad, tortoise, trout, turkey, turtle, viper, vulture, walrus, wasp, weasel, whale, whippet,
    wolf, wombat, woodpecker, worm, yak, zebra
""")
